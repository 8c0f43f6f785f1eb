# The targets only call web/build, the scripts in .ci, and npm.
.DEFAULT_GOAL := help
.PHONY: help run server test fresh unit dist lint size fuzz locales hostile soak load bench a11y gallery test-engines test-screen-reader test-examples test-learn test-package test-races test-relay test-server test-recipes release publish site test-site stress

help: ## lists the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## builds everything and serves it on http://127.0.0.1:8080 (PORT changes it)
	@.ci/serve

server: ## builds elicitform-server with everything that it serves: build/elicitform-server
	@.ci/setup
	@go run ./web/build -server && CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o build/elicitform-server ./cmd/elicitform-server

test: ## runs the tests that need only Go, Node and Chromium, and says at its end what other targets test
	@.ci/test

test-engines: ## walks through all journeys in Chromium, Firefox and WebKit with real keys and clicks (ENGINES=short takes a few)
	@.ci/engines

test-package: ## runs the tests of the build, of the npm package with its helpers for Playwright, of the tools, and of the rules in Node
	@.ci/package

test-races: ## runs the tests of the servers with Go's race detector
	@.ci/races

test-server: ## runs the tests that need Redis or Python: elicitform-server, with processes that are killed and replaced, and the relay over Redis
	@.ci/server

test-relay: ## kills the processes of a relay over Redis while 1,000 requests are answered (LOAD changes the number), and measures a full session
	@.ci/relay

load: server ## loads real processes of elicitform-server, over memory, Redis and a cluster, and kills them in turn (ONLY chooses tests by name)
	@.ci/load-server

test-examples: ## runs every example from its pinned versions and drives it in Chromium (ONLY chooses by name), and the conformance suite's clients at every revision
	@.ci/examples

fresh: ## tries make run and make test in an empty clone with empty caches, and prints what each part takes (ONLY=run leaves out the tests)
	@.ci/fresh

stress: ## runs the tests as on a slow and busy machine: starved, stopped at random, throttled (ROUNDS repeats, SEED draws the browser tests)
	@.ci/stress

unit: ## runs the tests that need no browser
	@.ci/test unit

a11y: ## lists the 98 rows of the accessibility checklist with the tests that assert them
	@go run ./e2e/rows

gallery: ## takes pictures of every state and step, and compares them (RECORD=1 keeps them; ENGINES and ONLY choose)
	@.ci/gallery

dist: ## makes the npm package in dist/
	@.ci/setup
	@go run ./web/build -dist

test-learn: ## follows the pages of docs/learn as they stand there, from each stack's own generator (ONLY chooses by name)
	@.ci/learn

test-recipes: ## runs the servers of docs/learn/serving.md as they stand there
	@.ci/recipes

release: ## checks what would be published as the version in package.json, and publishes nothing (FINAL=1 wants its date)
	@.ci/release

publish: ## publishes a part of what "make release" has checked; only the workflow may (ONLY is tag, npm, image or go)
	@.ci/publish

test-screen-reader: ## checks that a screen reader says what the transcripts say (UPDATE=1 writes them, ONLY=errors chooses)
	@.ci/screen-reader

site: ## builds the static site from docs/ in build/pages (BASE=/x/ for a host that has it below a path)
	@.ci/site

test-site: ## builds the site below a path, and tests every page of it in Chromium, Firefox and WebKit
	@.ci/test-site

lint: ## checks format, vet, staticcheck and types
	@.ci/lint

size: ## prints what frame and host script weigh and fails over budget
	@.ci/setup
	@go run ./web/build
	@ELICITFORM_BUILT="$(CURDIR)/build/site" go test -count=1 -v -run TestSizesOfTheSite ./web/build

fuzz: ## fuzzes every target for FUZZTIME (default 5m)
	@.ci/fuzz

locales: ## records anew what Node's Intl says about the locales of the native tests
	@node .ci/locales.mjs

hostile: ## shows 2000 hostile requests, causes all faults, and prints what they cost (HOSTILE, SEED, ONLY change it)
	@.ci/load hostile

soak: ## shows 1000 requests in one frame and prints how much memory it keeps, and counts 2000 presses (SOAK, PRESSES, SEED change it)
	@.ci/load soak

bench: ## compares the speed with react-jsonschema-form and writes docs/benchmarks.md (with ROUNDS it only prints; BEFORE=…/build/site measures another build too)
	@.ci/bench
