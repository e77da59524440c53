import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

describe('under the rules of biome.json,', () => {
  const folder = mkdtempSync(join(tmpdir(), 'promptarium-rules-'))
  // The numbers in the messages are those of the rules in AGENTS.md.
  const examples: [path: string, code: string, message: string][] = [
    [
      'src/features/votes/web/vote-button.tsx',
      "import '../server/cast-vote.ts'",
      "Rule 1: server/ and web/ don't import",
    ],
    [
      'src/features/votes/web/vote-count.tsx',
      "import '#features/tools/server/routes.ts'",
      "Rule 1: server/ and web/ don't",
    ],
    ['src/features/votes/web/vote-file.tsx', "import 'node:fs'", "Rule 1: server/ and web/ don't import"],
    [
      'src/features/votes/server/cast-vote.ts',
      "import '../web/vote-queries.ts'",
      "Rule 1: server/ and web/ don't import",
    ],
    ['src/features/votes/server/drop-vote.ts', "import '#ui/button.tsx'", "Rule 1: server/ and web/ don't import"],
    ['src/routes/prompt.tsx', "import '#features/votes/server/cast-vote.ts'", 'Rule 1: pages and loaders also run'],
    ['src/client/api.ts', "import '#server/app.ts'", 'Rule 1: pages and loaders also run'],
    ['src/cli/import.ts', "import '#features/votes/web/vote-button.tsx'", 'Rule 1: the server and the command line'],
    ['src/lib/slug.ts', "import '#features/votes/rules.ts'", 'Rule 2: lib/ is the lowest layer'],
    ['src/lib/us-date.ts', "import 'node:fs'", 'Rule 2: lib/ is the lowest layer'],
    ['src/ui/button.tsx', "import '#features/votes/rules.ts'", "Rule 2: ui/ doesn't import features"],
    [
      'src/features/votes/rules.ts',
      "import './server/cast-vote.ts'",
      'Rule 2: server, web and other features all import',
    ],
    ['src/features/votes/contract.ts', "import 'react'", 'Rule 2: server, web and other features all import'],
    ['src/features/votes/server/list-votes.ts', "import '#contract'", "Rule 5: a feature doesn't import"],
    ['src/features/votes/web/vote-list.tsx', "import type { C } from '#contract'", "Rule 5: a feature doesn't import"],
    ['src/features/votes/server/load-votes.ts', "import '#server/settings/settings.ts'", 'Rule 8: features build on'],
    ['src/platform/database/db.ts', "import '#features/votes/rules.ts'", 'Rule 8: features depend on the platform'],
    ['src/platform/work/jobs.ts', "import '../app.ts'", 'Rule 8: features depend on the platform'],
    ['src/features/votes/server/tell-votes.ts', "import '../../../lib/slug.ts'", 'Import from outside the feature'],
    ['src/features/votes/server/index.ts', "export { a } from './a.ts'", 'barrel'],
    ['src/server/first.ts', "import { second } from './second.ts'\nexport const first = () => second", 'cycle'],
    ['src/server/second.ts', "import { first } from './first.ts'\nexport const second = () => first", 'cycle'],
    ['src/server/third.ts', "import './fourth'", 'extension'],
  ]
  let report: { path: string; text: string }[] = []

  beforeAll(() => {
    for (const [path, code] of examples) write(path, `${code}\n`)
    write('src/server/fourth.ts', 'export const fourth = 4\n')
    write('src/features/votes/server/cast-vote.test.ts', "import '../web/vote-queries.ts'\nimport '#server/app.ts'\n")
    write('src/features/votes/server/vote-queries.ts', "import '#platform/database/db.ts'\nimport '#lib/slug.ts'\n")
    write('src/features/votes/vote-rules.ts', "import '#features/tools/rules.ts'\nimport './rules.ts'\n")
    cpSync(join(root, 'biome.json'), join(folder, 'biome.json'))
    cpSync(join(root, 'package.json'), join(folder, 'package.json'))
    report = lint(folder)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each(examples)('%s must not contain %s', (path, _code, message) => {
    const messages = report.filter((diagnostic) => diagnostic.path === path).map((diagnostic) => diagnostic.text)
    expect(messages.join('\n')).toContain(message)
  })

  it.each([
    'src/features/votes/server/cast-vote.test.ts',
    'src/features/votes/server/vote-queries.ts',
    'src/features/votes/vote-rules.ts',
  ])('%s is allowed', (path) => {
    expect(report.filter((diagnostic) => diagnostic.path === path)).toEqual([])
  })

  function write(path: string, text: string) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
})

type Diagnostic = {
  location?: { path?: string | { file?: string } }
  message?: unknown
  description?: unknown
  advices?: unknown
}

function lint(cwd: string): { path: string; text: string }[] {
  const biome = join(root, 'node_modules/.bin/biome')
  const args = ['lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', 'src']
  const output = runFailing(biome, args, cwd)
  const { diagnostics } = JSON.parse(output) as { diagnostics: Diagnostic[] }
  return diagnostics.map((diagnostic) => {
    const path = diagnostic.location?.path
    return { path: (typeof path === 'string' ? path : path?.file) ?? '', text: JSON.stringify(diagnostic) }
  })
}

/** Runs a command that is expected to fail. Returns its output. */
function runFailing(command: string, args: string[], cwd: string): string {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}
