# Embeds the style sheet and scripts of the tournament page in the library as a C file.

PAGE_FILES := $(sort $(wildcard src/report/assets/*))

ifneq ($(PAGE_FILES),)
PAGE_C := build/page/page_assets.c
LIB_SRC += $(PAGE_C)

$(PAGE_C): $(PAGE_FILES) scripts/embed-page src/report/page_internal.h
	@mkdir -p $(@D)
	$(call show,EMBED)scripts/embed-page $(PAGE_FILES) > $@
endif
