# Compiler, flags and optional libraries.
#
# CC, CFLAGS, CPPFLAGS and LDFLAGS belong to the user. What the code itself needs is in other
# variables, so that `make CFLAGS=-O0` still builds.

CFLAGS ?= -O2 -g
PKG_CONFIG ?= pkg-config
CLANG ?= clang
AR ?= ar

# Optional libraries: HAVE_ name and pkg-config module. Those that are found are compiled in.
OPTIONAL := \
    JANSSON:jansson \
    CAIRO:cairo \
    SQLITE3:sqlite3 \
    NCURSESW:ncursesw \
    SECCOMP:libseccomp \
    WEBSOCKETS:libwebsockets

pc_name = $(firstword $(subst :, ,$1))
pc_module = $(lastword $(subst :, ,$1))
FOUND := $(foreach o,$(OPTIONAL),\
           $(if $(shell $(PKG_CONFIG) --exists $(call pc_module,$o) 2>/dev/null && echo yes),$o))
FOUND_MODULES := $(foreach o,$(FOUND),$(call pc_module,$o))
pc_flags = $(if $1,$(shell $(PKG_CONFIG) $2 $1))

# giflib has no pkg-config module, so look for its header. It is used only together with cairo.
GIFLIB := $(if $(filter CAIRO:%,$(FOUND)),$(shell \
            $(CC) $(CPPFLAGS) -E -include gif_lib.h -x c /dev/null >/dev/null 2>&1 && echo yes))

# -isystem keeps our warnings out of library headers. Feature macros that a library asks for (-D_...)
# are dropped: each source file chooses its own.
LIB_CPPFLAGS := $(foreach o,$(FOUND),-DHAVE_$(call pc_name,$o)=1) $(if $(GIFLIB),-DHAVE_GIFLIB=1) \
                $(patsubst -I%,-isystem %,$(filter-out -D_%,$(call pc_flags,$(FOUND_MODULES),--cflags)))
LIBS := $(call pc_flags,$(FOUND_MODULES),--libs) $(if $(GIFLIB),-lgif) -lm -ldl -pthread

# The unit tests need cmocka; without it, `make check` leaves them out and says so.
CMOCKA := $(shell $(PKG_CONFIG) --exists cmocka 2>/dev/null && echo cmocka)
CMOCKA_CFLAGS := $(call pc_flags,$(CMOCKA),--cflags)
CMOCKA_LIBS := $(call pc_flags,$(CMOCKA),--libs)

WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
            -Wpointer-arith -Wwrite-strings -Wvla -Wformat=2 -Wdate-time

# The same position-independent objects serve the program (PIE) and both libraries; with hidden
# symbols and no interposition this costs nothing. -fno-common makes a missing extern an error. So is
# an undeclared function, whose result would be taken for an int: a pointer would lose its upper half.
# Without -ffp-contract=off, clang rounds differently where the processor has fused multiply-add, and
# the same seed would give other games. gcc does this by itself under -std=c11.
BASE_CPPFLAGS := -D_POSIX_C_SOURCE=200809L -Isrc -Iinclude -DBROADSIDE_VERSION='"$(VERSION)"'
BASE_CFLAGS := -std=c11 -pthread -fPIC -fvisibility=hidden -fno-semantic-interposition -fno-common \
               -fstack-protector-strong -ffp-contract=off -Werror=implicit -Werror=int-conversion
BASE_LDFLAGS := -Wl,-z,relro,-z,now

# FORTIFY needs an optimising compiler and conflicts with the sanitizers.
FORTIFY := $(if $(filter -O -O1 -O2 -O3 -Os -Ofast,$(CFLAGS)),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
SANITIZED := -O1 -g1 -fno-omit-frame-pointer -fno-sanitize-recover=all

# The flavours, with the compiler and flags of each. gcc and clang are release with that compiler, O0
# and Og release without optimisation and for debugging.
FLAVOURS := release asan tsan fuzz gcc clang O0 Og

CC_release = $(CC)
CFLAGS_release = $(FORTIFY) $(CFLAGS)
CC_asan = $(CC)
CFLAGS_asan = $(SANITIZED) -fsanitize=address,undefined
CC_tsan = $(CC)
CFLAGS_tsan = $(SANITIZED) -fsanitize=thread
CC_fuzz = $(CLANG)
CFLAGS_fuzz = $(SANITIZED) -fsanitize=fuzzer-no-link,address,undefined
CC_gcc = gcc
CFLAGS_gcc = $(CFLAGS_release)
CC_clang = $(CLANG)
CFLAGS_clang = $(CFLAGS_release)
CC_O0 = $(CC)
CFLAGS_O0 = -O0 -g
CC_Og = $(CC)
CFLAGS_Og = -Og -g

# Additional flags of the counting kernels, src/infer/flat_*.c. They gain a tenth from -O3. With the
# sanitizers they take more than a minute to compile. -Og halves that for gcc and costs a tenth of the
# speed. clang needs a third of the time without those checks of pointers that the address sanitizer
# makes too.
KERNEL_asan = -Og
KERNEL_fuzz = -fno-sanitize=null,alignment,object-size,pointer-overflow
kernel_flags = $(or $(KERNEL_$1),$(if $(filter -O2,$(CFLAGS_$1)),-O3))

# $(call compile_flags,FLAVOUR): the flags that affect an object; a change rebuilds it.
compile_flags = $(BASE_CFLAGS) $(WARNINGS) $(BASE_CPPFLAGS) $(LIB_CPPFLAGS) $(CFLAGS_$1) $(CPPFLAGS)
link_flags = $(BASE_LDFLAGS) $(CFLAGS_$1) $(LDFLAGS)

# These two do not affect the object, so changing them rebuilds nothing. The map keeps the path of
# the build folder out of the debug information, so that builds are reproducible.
QUIET_FLAGS = -ffile-prefix-map=$(CURDIR)=. $(if $(filter 1,$(WERROR)),-Werror)
