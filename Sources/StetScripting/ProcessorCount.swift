import Glibc

/// How many processors the system has on line.
package enum ProcessorCount {
    package static var online: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
