# Shared library, install, uninstall, dist. Install and uninstall read the same list of files.

prefix ?= /usr/local
exec_prefix ?= $(prefix)
bindir ?= $(exec_prefix)/bin
libdir ?= $(exec_prefix)/lib
includedir ?= $(prefix)/include
datadir ?= $(prefix)/share
mandir ?= $(datadir)/man
# Debian's fish does not read /usr/local/share.
fishdir ?= $(if $(filter /usr/local,$(prefix)),/etc/fish/completions,$(datadir)/fish/vendor_completions.d)

SOVERSION := $(firstword $(subst ., ,$(VERSION)))
SONAME := libbroadside.so.$(SOVERSION)
SHARED := build/release/libbroadside.so.$(VERSION)

$(SHARED): $(call objects,release,$(LIB_SRC)) build/release/sources
	$(call show,LINK)$(CC) $(call link_flags,release) -shared -Wl,-soname,$(SONAME) -Wl,-z,defs \
	    -o $@ $(filter %.o,$^) $(LIBS)

build/release/broadside.pc: broadside.pc.in FORCE
	@mkdir -p $(@D)
	@sed -e 's|@prefix@|$(prefix)|' -e 's|@libdir@|$(libdir)|' -e 's|@includedir@|$(includedir)|' \
	    -e 's|@version@|$(VERSION)|' $< > $@

# The manual page and the completions: templates that the program fills in from its option tables.
MAN_PAGE := $(patsubst man/%.in,build/release/%,$(wildcard man/broadside.1.in))
GENERATED := $(MAN_PAGE) $(patsubst scripts/%.in,build/release/%,$(wildcard scripts/completion/*.in))

fill_in = @mkdir -p $(@D) && ./broadside help --template $< > $@.new && mv $@.new $@

build/release/%.1: man/%.1.in broadside
	$(fill_in)

build/release/completion/%: scripts/completion/%.in broadside
	$(fill_in)

# What is installed: MODE:SOURCE:DESTINATION.
INSTALLED = 755:broadside:$(bindir)/broadside \
    755:$(SHARED):$(libdir)/libbroadside.so.$(VERSION) \
    $(foreach h,$(PUBLIC_HEADERS),644:$h:$(includedir)/broadside/$(notdir $h)) \
    644:build/release/broadside.pc:$(libdir)/pkgconfig/broadside.pc \
    $(foreach j,$(BRIDGE),644:$j:$(datadir)/broadside/java/$(notdir $j)) \
    $(MAN_PAGE:%=644:%:$(mandir)/man1/broadside.1) \
    644:build/release/completion/broadside.bash:$(datadir)/bash-completion/completions/broadside \
    644:build/release/completion/broadside.zsh:$(datadir)/zsh/site-functions/_broadside \
    644:build/release/completion/broadside.fish:$(fishdir)/broadside.fish
LINKS = $(libdir)/$(SONAME) $(libdir)/libbroadside.so

.PHONY: install uninstall dist check-writable

# -p, because the archive of the Java bridge is valid for the time of its jar. ldconfig, so that
# programs find the library at once; only root can, and only in the real system.
install: ## install program, libraries, headers, Java bridge, man page, completions; prefix, DESTDIR
install: check-writable all build/release/broadside.pc
	@set -e; for entry in $(INSTALLED); do \
	    IFS=:; set -- $$entry; unset IFS; echo "$(DESTDIR)$$3"; \
	    install -D -p -m "$$1" "$$2" "$(DESTDIR)$$3"; \
	done
	@for link in $(LINKS); do \
	    echo "$(DESTDIR)$$link"; ln -sf libbroadside.so.$(VERSION) "$(DESTDIR)$$link"; done
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" -eq 0 ] && command -v ldconfig >/dev/null; then ldconfig; fi

# Before anything is built: can the nearest existing folder be written to?
check-writable:
	@folder="$(DESTDIR)$(prefix)"; \
	while [ ! -e "$$folder" ]; do folder=$$(dirname "$$folder"); done; \
	for folder in "$$folder" $(foreach d,$(bindir) $(libdir) $(datadir),"$(DESTDIR)$d"); do \
	    if [ -e "$$folder" ] && [ ! -w "$$folder" ]; then \
	        echo "You cannot write to $$folder. Install as root (sudo make install) or into a" >&2; \
	        echo "folder of yours (make install prefix=\$$HOME/.local)." >&2; \
	        exit 1; \
	    fi; \
	done

# Folders that only programs like this one use are removed when they are empty; the usual ones (bin,
# lib, share ...) only below a prefix other than the system's.
OWN_FOLDERS = $(includedir)/broadside $(datadir)/broadside/java $(datadir)/broadside \
    $(datadir)/bash-completion/completions $(datadir)/bash-completion \
    $(datadir)/zsh/site-functions $(datadir)/zsh \
    $(fishdir) $(patsubst %/,%,$(dir $(fishdir))) $(libdir)/pkgconfig
USUAL_FOLDERS = $(mandir)/man1 $(mandir) $(datadir) $(includedir) $(libdir) $(bindir)

uninstall: ## remove what install has installed
	@for entry in $(INSTALLED); do rm -fv "$(DESTDIR)$${entry##*:}"; done
	@for link in $(LINKS); do rm -fv "$(DESTDIR)$$link"; done
	@for folder in $(OWN_FOLDERS) $(if $(filter /usr /usr/local,$(prefix)),,$(USUAL_FOLDERS)); do \
	    [ ! -d "$(DESTDIR)$$folder" ] || rmdir --ignore-fail-on-non-empty "$(DESTDIR)$$folder"; done

dist: ## a tarball of the committed tree, the same bytes each time
	git archive --format=tar --prefix=broadside-$(VERSION)/ HEAD | gzip -9n > broadside-$(VERSION).tar.gz
