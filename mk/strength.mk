# Rebuilds docs/STRENGTH.md and its pictures from real games with a fixed seed. bench/strength
# documents STRENGTH_GAMES and the other variables.

.PHONY: strength

strength: ## measure the bots and write docs/STRENGTH.md with its pictures (takes minutes)
	@scripts/deps bench
	@$(MAKE) $(PARALLEL) broadside build/release/bench/strength build/release/bench/endgame \
	    build/release/bench/placement
	@bench/strength
