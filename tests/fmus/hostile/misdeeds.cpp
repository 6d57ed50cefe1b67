#include "misdeeds.h"

#include <cstring>
#include <initializer_list>

namespace hostile {

bool commit(const char* name, Scene& scene) {
  for (const Deeds deeds :
       {crashes(), departures(), offspring(), surroundings(), takings(), words()})
    for (const Deed* deed = deeds.first; deed != deeds.end; ++deed)
      if (std::strcmp(deed->name, name) == 0) {
        deed->act(scene);
        return true;
      }
  return false;
}

}  // namespace hostile
