// Does the archive of libxml2 link with these leftovers?

#include <libxml/parser.h>

int main(void) {
  xmlFreeDoc(xmlReadMemory("<a/>", 4, NULL, NULL, 0));
  return 0;
}
