/// Stands between a program and the C library's calls that change files, for the program and the
/// libraries that it loads. The environment says what is to go wrong once `cfaultshim_arm` was
/// called:
///
/// - FAULT_KILL=N: the process is killed (SIGKILL) at the N-th point, counted from 1. Each call is
///   a point before it takes effect; one that writes is a second point when half is written.
/// - FAULT_CALL=NAME, FAULT_ERRNO=CODE, FAULT_PATH=PART: calls of that name on files whose path
///   holds the part fail with that errno.
#ifndef CFAULTSHIM_H
#define CFAULTSHIM_H

void cfaultshim_arm(void);

/// Points passed since.
long cfaultshim_points(void);

#endif
