# Builds, tests, installs and packages dotransition. The program holds Swift's runtime; it needs
# libvips, libdeflate, and for films ffmpeg, but not Swift.

PREFIX = /usr/local
BINDIR = $(PREFIX)/bin
MANDIR = $(PREFIX)/share/man/man1
DOCDIR = $(PREFIX)/share/doc/dotransition
# Where the shells look for completions.
BASHDIR = $(PREFIX)/share/bash-completion/completions
ZSHDIR = $(PREFIX)/share/zsh/site-functions
FISHDIR = $(PREFIX)/share/fish/vendor_completions.d

# Not where "swift build" builds: a program from there may need Swift.
build = .build-static
program = $(build)/release/dotransition
version = $(shell sed -n 's/.*static let version = "\(.*\)"/\1/p' Sources/TransitionCommand/Tool.swift)
architecture = $(shell dpkg --print-architecture)
stage = $(build)/deb/root
package = $(build)/deb/dotransition_$(version)_$(architecture).deb

all: dotransition

dotransition CustomTransition:
	swift build -c release --static-swift-stdlib --product $@ --scratch-path $(build)

test:
	sh Tests/run.sh

# As another user than the one who builds: "make", then "sudo make install".
install:
	test -x $(program) || $(MAKE) all
	install -d "$(DESTDIR)$(BINDIR)" "$(DESTDIR)$(MANDIR)" "$(DESTDIR)$(DOCDIR)" \
	  "$(DESTDIR)$(DOCDIR)/shaders" "$(DESTDIR)$(BASHDIR)" "$(DESTDIR)$(ZSHDIR)" "$(DESTDIR)$(FISHDIR)"
	install -m 755 $(program) "$(DESTDIR)$(BINDIR)/dotransition"
	install -m 644 man/dotransition.1 "$(DESTDIR)$(MANDIR)/dotransition.1"
	install -m 644 Documentation/* "$(DESTDIR)$(DOCDIR)"
	install -m 644 Sources/GLTransitions/Shaders/* "$(DESTDIR)$(DOCDIR)/shaders"
	$(program) --generate-completion-script bash >"$(DESTDIR)$(BASHDIR)/dotransition"
	$(program) --generate-completion-script zsh >"$(DESTDIR)$(ZSHDIR)/_dotransition"
	$(program) --generate-completion-script fish >"$(DESTDIR)$(FISHDIR)/dotransition.fish"

uninstall:
	rm -f "$(DESTDIR)$(BINDIR)/dotransition" "$(DESTDIR)$(MANDIR)/dotransition.1" \
	  "$(DESTDIR)$(BASHDIR)/dotransition" "$(DESTDIR)$(ZSHDIR)/_dotransition" \
	  "$(DESTDIR)$(FISHDIR)/dotransition.fish"
	rm -rf "$(DESTDIR)$(DOCDIR)"

# A package for the Debian or Ubuntu on which it is built.
deb: all
	rm -rf $(build)/deb
	$(MAKE) install PREFIX=/usr DESTDIR=$(stage) ZSHDIR=/usr/share/zsh/vendor-completions
	strip --strip-unneeded $(stage)/usr/bin/dotransition
	gzip -9n $(stage)/usr/share/man/man1/dotransition.1
	install -D -m 644 LICENSE $(stage)/usr/share/doc/dotransition/copyright
	install -d $(stage)/DEBIAN $(build)/deb/debian
	printf 'Source: dotransition\n\nPackage: dotransition\nArchitecture: any\n' \
	  >$(build)/deb/debian/control
	cd $(build)/deb && dpkg-shlibdeps -O root/usr/bin/dotransition >substvars
	{ \
	  echo "Package: dotransition"; \
	  echo "Version: $(version)"; \
	  echo "Architecture: $(architecture)"; \
	  echo "Maintainer: dotransition's maintainers <dotransition@localhost>"; \
	  echo "Installed-Size: $$(du -ks $(stage)/usr | cut -f 1)"; \
	  sed -n 's/^shlibs:Depends=/Depends: /p' $(build)/deb/substvars; \
	  echo "Recommends: ffmpeg"; \
	  echo "Section: graphics"; \
	  echo "Priority: optional"; \
	  echo "Description: make films and frames of pictures, with transitions"; \
	  echo " Renders the transitions of Core Image, and GL transitions, between pictures as"; \
	  echo " numbered frames, films, animations or streams."; \
	} >$(stage)/DEBIAN/control
	dpkg-deb --build --root-owner-group $(stage) $(package)
	@echo $(package)

.PHONY: all dotransition CustomTransition test install uninstall deb
