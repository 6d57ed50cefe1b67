// The scripts only pass the words on and show the answer.

#include "base/error.h"
#include "cli/complete.h"

namespace bw::cli {
namespace {

constexpr const char* bash_script = R"~(# bash completion for bellwether
_bellwether() {
  local program=${COMP_WORDS[0]/#\~/$HOME} word line joins= prefix i
  local -a words=() lines=()
  # bash breaks words at = and :, the program does not.
  for ((i = 1; i <= COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    if [[ ${#words[@]} -gt 0 && ( -n $joins || $word == [=:]* ) ]]; then
      words[-1]+=$word
    else
      words+=("${word#[\"\']}")
    fi
    [[ $word == [=:] ]] && joins=1 || joins=
  done
  word=${words[-1]}
  prefix=${word%"${word##*[=:]}"}
  mapfile -t lines < <("$program" __complete "${words[@]}" 2>/dev/null)
  COMPREPLY=()
  for line in "${lines[@]}"; do
    case $line in
      :files) compopt -o filenames 2>/dev/null ;;
      :go-on) compopt -o nospace 2>/dev/null ;;
      *)
        line=${line%%$'\t'*}
        line=${line#"$prefix"}
        COMPREPLY+=("${line%/}")
        ;;
    esac
  done
}
complete -F _bellwether bellwether
)~";

constexpr const char* zsh_script = R"~(#compdef bellwether
# zsh completion for bellwether
_bellwether() {
  local line value tab=$'\t' is_files= goes_on=
  local -a given lines values shown folders
  given=("${(@Q)words[2,CURRENT]}")
  lines=("${(@f)$(${(Q)words[1]} __complete "${given[@]}" 2>/dev/null)}")
  for line in "${lines[@]}"; do
    case $line in
      :files) is_files=1 ;;
      :go-on) goes_on=1 ;;
      */) folders+=("$line") ;;
      ?*)
        value=${line%%$tab*}
        values+=("$value")
        [[ $line == *$tab* ]] && shown+=("$value -- ${line#*$tab}") || shown+=("$value")
        ;;
    esac
  done
  (( $#folders )) && compadd -S '' -- "${folders[@]}"
  (( $#values )) || return
  if [[ -n $goes_on ]]; then
    compadd -S '' -l -d shown -- "${values[@]}"
  elif [[ -n $is_files ]]; then
    compadd -- "${values[@]}"
  else
    compadd -l -d shown -- "${values[@]}"
  fi
}
if [[ $funcstack[1] == _bellwether ]]; then
  _bellwether "$@"
else
  compdef _bellwether bellwether
fi
)~";

constexpr const char* fish_script = R"~(# fish completion for bellwether
function __bellwether_complete
    set -l given (commandline -opc)
    set -e given[1]
    set -l current (commandline -ct)
    bellwether __complete $given "$current" 2>/dev/null | string match -rv '^:(files|go-on)$'
end
complete -c bellwether -f -a '(__bellwether_complete)'
)~";

}  // namespace

std::string completion_script(const std::string& shell) {
  if (shell == "bash") return bash_script;
  if (shell == "zsh") return zsh_script;
  if (shell == "fish") return fish_script;
  throw UsageError("there is no completion for the shell '" + shell + "'; use bash, zsh or fish.");
}

}  // namespace bw::cli
