/* Of the compilers of Windows; sources that were written there include it. */
#ifndef BELLWETHER_MINMAX_H
#define BELLWETHER_MINMAX_H

#ifndef __cplusplus
#ifndef min
#define min(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef max
#define max(a, b) ((a) > (b) ? (a) : (b))
#endif
#endif

#endif
