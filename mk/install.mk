# Shared library, install, uninstall, dist. Each installed file has one line in the list below, which
# both install and uninstall read, so that the one removes exactly what the other has put there.

prefix ?= /usr/local
exec_prefix ?= $(prefix)
bindir ?= $(exec_prefix)/bin
libdir ?= $(exec_prefix)/lib
includedir ?= $(prefix)/include
datadir ?= $(prefix)/share
mandir ?= $(datadir)/man

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
    644:build/release/completion/broadside.fish:$(datadir)/fish/vendor_completions.d/broadside.fish
LINKS = $(libdir)/$(SONAME) $(libdir)/libbroadside.so

.PHONY: install uninstall dist

install: ## install program, libraries, headers, Java bridge, man page, completions; prefix, DESTDIR
install: all build/release/broadside.pc
	@set -e; for entry in $(INSTALLED); do \
	    IFS=:; set -- $$entry; unset IFS; echo "$(DESTDIR)$$3"; \
	    install -D -m "$$1" "$$2" "$(DESTDIR)$$3"; \
	done
	@for link in $(LINKS); do \
	    echo "$(DESTDIR)$$link"; ln -sf libbroadside.so.$(VERSION) "$(DESTDIR)$$link"; done

uninstall: ## remove exactly what install has put there
	@for entry in $(INSTALLED); do rm -fv "$(DESTDIR)$${entry##*:}"; done
	@for link in $(LINKS); do rm -fv "$(DESTDIR)$$link"; done
	@if [ -d "$(DESTDIR)$(includedir)/broadside" ]; then \
	    rmdir --ignore-fail-on-non-empty "$(DESTDIR)$(includedir)/broadside"; fi
	@if [ -d "$(DESTDIR)$(datadir)/broadside/java" ]; then \
	    cd "$(DESTDIR)$(datadir)" && rmdir -p --ignore-fail-on-non-empty broadside/java; fi

dist: ## a tar ball of the committed tree, the same bytes each time
	git archive --format=tar --prefix=broadside-$(VERSION)/ HEAD | gzip -9n > broadside-$(VERSION).tar.gz
