# Compiler, flags and optional libraries.
#
# CC, CFLAGS, CPPFLAGS and LDFLAGS belong to whoever runs make; what the code itself needs has names
# of its own, so that `make CFLAGS=-O0` still builds.

CFLAGS ?= -O2 -g
PKG_CONFIG ?= pkg-config
CLANG ?= clang
AR ?= ar

# Optional libraries, one per line: HAVE_ name, pkg-config module. What is found is compiled in.
OPTIONAL := \
    JANSSON:jansson \
    CAIRO:cairo \
    SQLITE3:sqlite3 \
    NCURSESW:ncursesw \
    SECCOMP:libseccomp

pc_name = $(firstword $(subst :, ,$1))
pc_module = $(lastword $(subst :, ,$1))
FOUND := $(foreach o,$(OPTIONAL),\
           $(if $(shell $(PKG_CONFIG) --exists $(call pc_module,$o) 2>/dev/null && echo yes),$o))
FOUND_MODULES := $(foreach o,$(FOUND),$(call pc_module,$o))
pc_flags = $(if $1,$(shell $(PKG_CONFIG) $2 $1))

# giflib has no pkg-config module; its header tells. It is of use only with cairo, which draws.
GIFLIB := $(if $(filter CAIRO:%,$(FOUND)),$(shell \
            $(CC) $(CPPFLAGS) -E -include gif_lib.h -x c /dev/null >/dev/null 2>&1 && echo yes))

# Headers of libraries are the system's: our warnings are not for them. Which parts of POSIX a file
# sees is its own business, whatever a library would like to have for all.
LIB_CPPFLAGS := $(foreach o,$(FOUND),-DHAVE_$(call pc_name,$o)=1) $(if $(GIFLIB),-DHAVE_GIFLIB=1) \
                $(patsubst -I%,-isystem %,$(filter-out -D_%,$(call pc_flags,$(FOUND_MODULES),--cflags)))
LIBS := $(call pc_flags,$(FOUND_MODULES),--libs) $(if $(GIFLIB),-lgif) -lm -ldl -pthread

# The test library; without it the unit tests cannot be built, and `make check` says so.
CMOCKA := $(shell $(PKG_CONFIG) --exists cmocka 2>/dev/null && echo cmocka)
CMOCKA_CFLAGS := $(call pc_flags,$(CMOCKA),--cflags)
CMOCKA_LIBS := $(call pc_flags,$(CMOCKA),--libs)

WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
            -Wpointer-arith -Wwrite-strings -Wvla -Wformat=2 -Wdate-time

# PIC once serves the program (PIE), the static and the shared library; as symbols are hidden and
# not interposed, that costs nothing. -fno-common: a forgotten extern is an error everywhere.
BASE_CPPFLAGS := -D_POSIX_C_SOURCE=200809L -Isrc -Iinclude -DBROADSIDE_VERSION='"$(VERSION)"'
BASE_CFLAGS := -std=c11 -pthread -fPIC -fvisibility=hidden -fno-semantic-interposition -fno-common \
               -fstack-protector-strong
BASE_LDFLAGS := -Wl,-z,relro,-z,now

# FORTIFY needs an optimising compiler and is in the way of the sanitizers.
FORTIFY := $(if $(filter -O -O1 -O2 -O3 -Os -Ofast,$(CFLAGS)),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
SANITIZED := -O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=all

# The flavours: compiler and flags of each. gcc and clang are release by a named compiler.
FLAVOURS := release asan tsan fuzz gcc clang

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

# $(call compile_flags,FLAVOUR): what decides how an object comes out; a change rebuilds.
compile_flags = $(BASE_CFLAGS) $(WARNINGS) $(BASE_CPPFLAGS) $(LIB_CPPFLAGS) $(CFLAGS_$1) $(CPPFLAGS)
link_flags = $(BASE_LDFLAGS) $(CFLAGS_$1) $(LDFLAGS)

# These two do not count as a change: the object is the same with or without them. The map keeps the
# folder of the build out of the debug information, so that the same source gives the same bytes.
QUIET_FLAGS = -ffile-prefix-map=$(CURDIR)=. $(if $(filter 1,$(WERROR)),-Werror)
