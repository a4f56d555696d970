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

ifdef OPTIMIZED
# The build that Tests/run.sh tests, with its tests.
build = .build
configuration = debug
options = $(BUILD_OPTIONS)
else
# Not where "swift build" builds: a program from there may need Swift.
build = .build-static
configuration = release
options = --static-swift-stdlib -debug-info-format none
endif
program = $(build)/$(configuration)/dotransition
version = $(shell sed -n 's/.*static let version = "\(.*\)"/\1/p' Sources/TransitionCommand/Tool.swift)
architecture = $(shell dpkg --print-architecture)
stage = $(build)/deb/root
package = $(build)/deb/dotransition_$(version)_$(architecture).deb
folder = dotransition-$(version)-linux-$(shell uname -m)
bundle = $(build)/dist/$(folder)
tarball = $(bundle).tar.gz
# The name and address in the Debian package: those of the last commit, unless others are given.
MAINTAINER = $(shell git log -1 --format='%an <%ae>')
# The revision of the sources, which the program tells.
ifndef DOTRANSITION_REVISION
export DOTRANSITION_REVISION := \
  $(shell git describe --always --dirty --abbrev=12 --exclude '*' 2>/dev/null)
endif
# The time of all files in packages, so that the same commit makes the same bytes.
ifndef SOURCE_DATE_EPOCH
export SOURCE_DATE_EPOCH := $(shell git log -1 --format=%ct 2>/dev/null || date +%s)
endif

all: dotransition

dotransition CustomTransition:
	swift build -c $(configuration) $(options) --product $@ --scratch-path $(build)

# With all programs.
tests:
	swift build -c $(configuration) $(options) --build-tests --scratch-path $(build)

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
	install -m 644 CHANGELOG.md $(stage)/usr/share/doc/dotransition
	printf 'dotransition (%s) unstable; urgency=medium\n\n  * %s\n\n -- %s  %s\n' '$(version)' \
	  'CHANGELOG.md beside this file tells what is new.' '$(MAINTAINER)' \
	  "$$(LC_ALL=C date -u -R -d @$$SOURCE_DATE_EPOCH)" \
	  | gzip -9n >$(stage)/usr/share/doc/dotransition/changelog.gz
	install -d $(stage)/DEBIAN $(build)/deb/debian
	printf 'Source: dotransition\n\nPackage: dotransition\nArchitecture: any\n' \
	  >$(build)/deb/debian/control
	cd $(build)/deb && dpkg-shlibdeps -O root/usr/bin/dotransition >substvars
	{ \
	  echo "Package: dotransition"; \
	  echo "Version: $(version)"; \
	  echo "Architecture: $(architecture)"; \
	  echo "Maintainer: $(MAINTAINER)"; \
	  echo "Installed-Size: $$(du -ks $(stage)/usr | cut -f 1)"; \
	  sed -n 's/^shlibs:Depends=/Depends: /p' $(build)/deb/substvars; \
	  echo "Recommends: ffmpeg, fonts-noto-core | fonts-dejavu-core, fonts-noto-color-emoji"; \
	  echo "Section: graphics"; \
	  echo "Priority: optional"; \
	  echo "Description: make films and frames of pictures, with transitions"; \
	  echo " Renders the transitions of Core Image, and GL transitions, between pictures as"; \
	  echo " numbered frames, films, animations or streams."; \
	} >$(stage)/DEBIAN/control
	cd $(stage) && find usr -type f | LC_ALL=C sort | xargs md5sum >DEBIAN/md5sums
	dpkg-deb --build --root-owner-group $(stage) $(package)
	@echo $(package)

# A tarball for every Linux with glibc that is not older than this one's.
dist: all
	rm -rf $(build)/dist
	$(MAKE) install PREFIX= DOCDIR=/Documentation DESTDIR=$(bundle)
	install -m 644 README.md CHANGELOG.md SECURITY.md LICENSE $(bundle)
	sh Sources/Packaging/bundle.sh $(bundle)
	cd $(bundle) && find . -type f | LC_ALL=C sort | xargs sha256sum >../SHA256SUMS
	mv $(build)/dist/SHA256SUMS $(bundle)
	tar -C $(build)/dist --sort=name --format=gnu --mtime=@$$SOURCE_DATE_EPOCH --owner=0 --group=0 \
	  --numeric-owner --mode=go=rX,u+rw -cf - $(folder) | gzip -9n >$(tarball)
	cd $(build)/dist && sha256sum $(folder).tar.gz >$(folder).tar.gz.sha256
	@echo $(tarball)

# The same files for pip, pipx and uv.
wheel: dist
	python3 Sources/Packaging/wheel.py $(bundle) $(version) $(build)/dist

.PHONY: all dotransition CustomTransition tests test install uninstall deb dist wheel
