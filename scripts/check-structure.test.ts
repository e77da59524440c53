import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkStructure, readRepository } from './check-structure.ts'
import { knows, readers } from './structure/directions.ts'

// A number at the beginning of a title is that of a rule in AGENTS.md. A feature knows the features that it may
// import.
describe('the rules of scripts/check-structure.ts', () => {
  it('are followed in this repository', () => {
    expect(checkStructure(readRepository())).toEqual([])
  })

  it.each([
    ['by name', "import type { Card } from '#features/votes/contract.ts'"],
    ['by a relative path', "import { cast } from '../../votes/server/cast-vote.ts'"],
    ['lazily', "const votes = await import('#features/votes/rules.ts')"],
    ['by a re-export', "export { tally } from '#features/votes/rules.ts'"],
    ['inside a type', "type Card = import('#features/votes/contract.ts').Card"],
  ])('4: a feature doesn’t import a higher one %s', (_how, code) => {
    expect(messages({ 'src/features/catalogue/server/find-prompt.ts': code })).toEqual([
      messageWith('catalogue must not know votes'),
    ])
  })

  it('4: dependencies are transitive', () => {
    expect(messages({ 'src/features/votes/server/cast-vote.ts': "import '#features/accounts/rules.ts'" })).toEqual([])
  })

  it('4: home may import lower features but not the search, and mcp may import the search but not billing', () => {
    const importing = (feature: string, other: string) =>
      messages({ [`src/features/${feature}/server/load-page.ts`]: `import '#features/${other}/rules.ts'` })
    expect(importing('home', 'comparison')).toEqual([])
    expect(importing('catalogue', 'home')).toEqual([messageWith('catalogue must not know home')])
    expect(importing('home', 'search')).toEqual([messageWith('home must not know search')])
    // The search may import billing, but importing the search doesn’t allow a feature to import billing.
    expect(importing('mcp', 'search')).toEqual([])
    expect(importing('search', 'mcp')).toEqual([messageWith('search must not know mcp')])
    expect(importing('mcp', 'billing')).toEqual([messageWith('mcp must not know billing')])
  })

  it('4: scripts/structure/directions.ts lists only existing features', () => {
    const folders = readdirSync(join(import.meta.dirname, '../src/features'))
    expect(
      [...Object.keys(knows), ...Object.values(knows).flat(), ...readers].filter((name) => !folders.includes(name)),
    ).toEqual([])
  })

  it('4: a new feature must be added to scripts/structure/directions.ts', () => {
    expect(messages({ 'src/features/badges/rules.ts': '' })).toEqual([messageWith('The feature "badges" is missing')])
  })

  it.each([
    ['for a value', "import { b } from './b.ts'"],
    ['only for a type', "import type { B } from './b.ts'"],
    ['lazily', "const b = () => import('./b.ts')"],
  ])('4: two files don’t import each other %s', (_how, code) => {
    expect(messages({ 'src/lib/a.ts': code, 'src/lib/b.ts': "import '#lib/a.ts'" })).toEqual([
      messageWith('in a cycle: src/lib/a.ts → src/lib/b.ts → src/lib/a.ts'),
    ])
    expect(
      messages({ 'src/lib/a.ts': code, 'src/lib/b.ts': '', 'src/lib/c.ts': "import './a.ts'\nimport './b.ts'" }),
    ).toEqual([])
  })

  it('4: the generated route tree counts as importing every route, so a route can’t import the router', () => {
    const router = { 'src/app/router.tsx': "import { routeTree } from './route-tree.gen.ts'" }
    expect(messages({ ...router, 'src/routes/index.tsx': "import '#app/router.tsx'" })).toEqual([
      messageWith('in a cycle'),
    ])
    expect(messages({ ...router, 'src/routes/index.tsx': '' })).toEqual([])
  })

  it('a feature has at most 100 files and a folder at most 40, not counting tests', () => {
    const files = (folder: string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`src/features/votes/${folder}/count-n${n}.ts`, '']))
    const three = { ...files('server', 40), ...files('web', 40), ...files('server/tallies', 20) }
    expect(messages({ ...three, 'src/features/votes/server/count-n1.test.ts': '' })).toEqual([])
    expect(messages({ ...three, 'src/features/votes/contract.ts': '' })).toEqual([
      messageWith('votes has 101 files, but at most 100 are allowed'),
    ])
    expect(messages(files('web', 41))).toEqual([messageWith('web has 41 files, but at most 40 are allowed')])
  })

  it('3: in the browser, only the types of a contract are imported', () => {
    const contract = { 'src/features/votes/contract.ts': "import { z } from 'zod'\nexport const Vote = z.number()" }
    const button = 'src/features/votes/web/vote-button.tsx'
    const values = { ...contract, [button]: "import { Vote } from '../contract.ts'" }
    const types = { ...contract, [button]: "import type { Vote } from '../contract.ts'" }
    expect(messages(values)).toEqual([messageWith('This import brings zod into the first-load JavaScript')])
    expect(messages(types)).toEqual([])
  })

  it('3: zod isn’t imported through a rules file either, and the message shows the chain', () => {
    const files = {
      'src/lib/paging.ts': "import { z } from 'zod'",
      'src/features/votes/rules.ts': "import '#lib/paging.ts'",
      'src/features/votes/web/vote-button.tsx': "import '../rules.ts'",
    }
    expect(messages(files)).toEqual([
      expect.stringContaining(
        'src/features/votes/web/vote-button.tsx → src/features/votes/rules.ts → src/lib/paging.ts → zod',
      ),
    ])
  })

  it.each([
    'src/features/votes/utils.ts',
    'src/features/votes/server/helpers/format.ts',
    'src/lib/types.ts',
    'src/ui/common/button.tsx',
    'test/misc.ts',
  ])('names: %s has a meaningless name', (path) => {
    expect(messages({ [path]: '' })).toContainEqual(messageWith('doesn’t say what the file contains'))
  })

  it.each([
    'src/features/votes/votes.ts',
    'src/features/votes/server/castVote.ts',
    'src/features/votes/server/sql/votes/tally.ts',
    'src/features/votes/web/votes.ts',
    'src/features/votes/web/VoteButton.tsx',
  ])('names: %s isn’t in the closed set of names', (path) => {
    expect(messages({ [path]: '' })).toEqual([messageWith('isn’t in the closed set of names')])
  })

  it('names: index files are forbidden, except for routes', () => {
    expect(messages({ 'src/ui/index.ts': '' })).toEqual([messageWith('An index file hides where code is')])
    expect(messages({ 'src/routes/index.tsx': '' })).toEqual([])
  })

  it.each([
    'src/features/votes/contract.ts',
    'src/features/votes/tally-rules.ts',
    'src/features/votes/tally-rules.test.ts',
    'src/features/votes/server/routes.ts',
    'src/features/votes/server/cast-vote.ts',
    'src/features/votes/server/vote-queries.ts',
    'src/features/votes/server/votes.table.ts',
    'src/features/votes/server/stripe.ts',
    'src/features/votes/server/votes.http.test.ts',
    'src/features/votes/web/vote-queries.ts',
    'src/features/votes/web/use-cast-vote.ts',
    'src/features/votes/web/votes-page.tsx',
    'src/features/votes/web/vote-button.test.tsx',
  ])('names: %s is allowed', (path) => {
    expect(messages({ [path]: '' })).toEqual([])
  })

  describe('6: a table has one owner', () => {
    const tables = {
      'src/features/catalogue/server/prompts.table.ts':
        "declare module '#platform/database/tables.ts' { interface Tables { prompts: { id: string } } }",
      'src/features/votes/server/votes.table.ts':
        "declare module '#platform/database/tables.ts' { interface Tables { votes: { id: string } } }",
    }
    const messagesOfVotes = (code: string) => messages({ ...tables, 'src/features/votes/server/cast-vote.ts': code })
    const messagesOfCatalogue = (code: string) =>
      messages({ ...tables, 'src/features/catalogue/server/find-prompt.ts': code })

    it.each([
      "db.updateTable('prompts').set({ rating: 1 })",
      "db.deleteFrom('prompts as p')",
      "tx.insertInto('prompts').values([])",
      'sql`update prompts set rating = ${rating}`',
      'sql`delete from "prompts"`',
      'sql`insert into prompts select * from ${source}`',
    ])('other features don’t change it: %s', (code) => {
      expect(messagesOfVotes(code)).toEqual([
        messageWith('prompts belongs to catalogue, and only its owner changes it'),
      ])
    })

    it('only features that may know the owner may read its table', () => {
      const visible = "import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'\n"
      expect(messagesOfVotes(`${visible}db.selectFrom('prompts').selectAll()`)).toEqual([])
      expect(messagesOfVotes(`${visible}sql\`select * from votes join prompts on true\``)).toEqual([])
      expect(messagesOfCatalogue(`${visible}db.selectFrom('prompts').innerJoin('votes as v', 'a', 'b')`)).toEqual([
        messageWith('votes belongs to votes, which catalogue must not know'),
      ])
      expect(messagesOfCatalogue('sql`select 1 from votes`')).toEqual([
        messageWith('votes belongs to votes, which catalogue must not know'),
      ])
    })

    it('its owner and tests may change it', () => {
      expect(messagesOfVotes("db.deleteFrom('votes')")).toEqual([])
      expect(
        messages({ ...tables, 'src/features/votes/server/cast-vote.test.ts': "db.deleteFrom('prompts')" }),
      ).toEqual([])
    })

    it('a second owner is reported', () => {
      const path = 'src/features/votes/server/votes.table.ts'
      const twoOwners = { ...tables, [path]: tables['src/features/catalogue/server/prompts.table.ts'] }
      expect(messages(twoOwners)).toEqual([messageWith('prompts already belongs to catalogue')])
    })

    it('every table of a migration has an owner', () => {
      const migration = 'create table prompts (id uuid);\ncreate table orphans (id uuid);'
      expect(messages({ ...tables, 'db/migrations/0001_x.sql': migration })).toEqual([
        messageWith('No feature owns orphans'),
      ])
    })
  })

  it('7: the code of a vendor’s package is imported in one file, its types anywhere on the server', () => {
    const first = { 'src/features/billing/server/stripe.ts': "import Stripe from 'stripe'" }
    const route = 'src/features/billing/server/routes.ts'
    expect(messages({ ...first, [route]: "import Stripe from 'stripe'" })).toEqual([
      messageWith('stripe is already imported in src/features/billing/server/'),
    ])
    expect(messages({ ...first, [route]: "const { Stripe } = await import('stripe')" })).toHaveLength(1)
    expect(messages({ ...first, [route]: "import type Stripe from 'stripe'" })).toEqual([])
  })

  it('a violated unique key is recognized by its name, so only one file contains the error code 23505', () => {
    const code = "export const isTaken = (error: { code: string }) => error.code === '23505'"
    expect(messages({ 'src/features/votes/server/cast-vote.ts': code })).toEqual([
      messageWith('Use violatesKey(error,'),
    ])
    expect(messages({ 'src/platform/database/db.ts': code })).toEqual([])
  })

  it.each([
    'select pg_advisory_lock(1)',
    'select pg_try_advisory_lock(1)',
    'listen news',
    'create temp table found (id uuid)',
    'declare rows cursor with hold for select 1',
    'set statement_timeout = 0',
    'set session lock_timeout to 5',
    "select set_config('work_mem', '64kB', false)",
    'prepare twice as select 2',
    'discard all',
  ])('the product’s SQL uses no session state: %s', (statement) => {
    const code = `import { sql } from 'kysely'\nexport const it = sql\`${statement}\``
    const path = 'src/features/votes/server/vote-queries.ts'
    expect(messages({ [path]: code })).toEqual([messageWith('outlives its transaction')])
    const migration = `create index a on b (c);\n${statement};`
    expect(messages({ 'db/migrations/0900_more.sql': migration })).toContainEqual(messageWith('outlives'))
  })

  it.each([
    'select pg_advisory_xact_lock(1)',
    'set local statement_timeout = 0',
    "select set_config('work_mem', '64kB', true)",
    'declare rows no scroll cursor for select 1',
    'update notes set title = ${title}',
  ])('the product’s SQL may use state that ends with the transaction: %s', (statement) => {
    const code = `import { sql } from 'kysely'\nexport const it = sql\`${statement}\``
    expect(messages({ 'src/features/votes/server/vote-queries.ts': code })).toEqual([])
  })

  describe('a query of prompts', () => {
    const path = 'src/features/contributors/server/pin-queries.ts'
    const missing = [messageWith('also finds drafts and removed prompts')]

    it.each([
      'sql`select p.id from ${cardSource}`',
      'sql`select title from prompts p`',
      'sql`select p.title from pins join\n prompts p on true`',
      "db.selectFrom('prompts').select('title')",
      "db.selectFrom('pins').innerJoin('prompts as p', 'p.id', 'pins.promptId')",
    ])('has a visibility condition: %s', (query) => {
      const code = `export const pins = ${query}`
      expect(messages({ [path]: code })).toEqual(missing)
      const visible = "import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'\n"
      expect(messages({ [path]: visible + code })).toEqual([])
      const type = "import type { NamedPrompt } from '#features/catalogue/server/prompt-visibility.ts'\n"
      expect(messages({ [path]: type + code })).toEqual(missing)
    })

    it('needs none in a file that is listed as an exception, and an exception that isn’t needed is reported', () => {
      const exception = 'src/features/writing/server/publish-drafts.ts'
      expect(messages({ [exception]: 'sql`select title from prompts`' })).toEqual([])
      expect(messages({ [exception]: 'sql`select name from tools`' })).toEqual([messageWith('Remove it from')])
    })
  })

  describe('an email to members', () => {
    const job = `import { sendMonthlyEmails } from './send-monthly-emails.ts'
      export function declare({ jobs, mail }) { jobs.every('monthly-email', '0 8 1 * *', () => sendMonthlyEmails(mail)) }`
    const sending = (text: string) => ({
      'src/features/accounts/server/account-jobs.ts': job,
      'src/features/accounts/server/send-monthly-emails.ts': text,
    })
    const send = 'export const sendMonthlyEmails = (mail) => mail.send(tx, email)'

    it('needs consent and an unsubscribe link if a schedule sends it', () => {
      const withoutConsent = [messageWith('Send it only to those whose consent is stored')]
      expect(messages(sending(send))).toEqual(withoutConsent)
      expect(messages(sending(`${send} // unsubscribe`))).toEqual(withoutConsent)
      expect(messages(sending(`const consented = 1\nconst unsubscribeLink = 2\n${send}`))).toEqual([])
    })

    it('is found if another file re-exports its function, and if the file that declares the job sends it', () => {
      const reExport = sending("export { send as sendMonthlyEmails } from './send.ts'")
      expect(messages({ ...reExport, 'src/features/accounts/server/send.ts': send })).toHaveLength(1)
      const declaringFile = "function sweep() { mail.send() }\njobs.every('sweep', '* * * * *', sweep)"
      expect(messages({ 'src/server/sweep.ts': declaringFile })).toHaveLength(1)
    })

    it('is reported if it has an unsubscribe link but no schedule', () => {
      const text = `const consented = 1\nconst unsubscribeLink = 2\n${send}`
      const file = 'src/features/accounts/server/send-monthly-emails.ts'
      expect(messages({ [file]: text })).toEqual([messageWith('no scheduled job sends it')])
    })

    it('needs neither consent nor an unsubscribe link if a user requested it', () => {
      const requestedJob = job.replace('jobs.every(', 'jobs.handle(')
      expect(messages({ ...sending(send), 'src/features/accounts/server/account-jobs.ts': requestedJob })).toEqual([])
    })
  })

  it('words that names must not use are reported in file names and in declarations', () => {
    expect(messages({ 'src/ui/tool-shelf.tsx': '' })).toEqual([messageWith('use section instead of shelf')])
    expect(messages({ 'src/web/last-wish.ts': '' })).toEqual([messageWith('use input instead of wish')])
    expect(messages({ 'test/prompts-by-fate.ts': '' })).toEqual([messageWith('use state instead of fate')])
    const code = 'export type CreditStage = { now: Date }\nconst desktop = 1'
    expect(messages({ 'src/server/start/start.ts': code })).toEqual([messageWith('"CreditStage": use context')])
  })

  it('a read doesn’t scan a whole text, and new rules of the catalogue say whether they do', () => {
    const code = "import { findHiddenCharacters } from '#features/catalogue/hidden-character-rules.ts'"
    expect(messages({ 'src/features/catalogue/server/prompt-queries.ts': code })).toEqual([
      messageWith('Store the result when the text is written'),
    ])
    expect(messages({ 'src/features/catalogue/server/stored/stored-facts.ts': code })).toEqual([])
    expect(messages({ 'src/features/catalogue/readability-rules.ts': '' })).toEqual([messageWith('Add these rules')])
  })

  it.each([
    ['a wait of a second', 'await vi.waitFor(() => expect(1).toBe(1))', 'This gives up after a second'],
    ['a limit of a minute', "it('works', async () => {\n}, 60_000)", 'Remove this time limit'],
    ['a limit on elapsed time', 'expect(performance.now() - startedAt).toBeLessThan(9)', 'Measure the CPU time'],
  ])('a test with %s is reported', (_what, code, words) => {
    expect(messages({ 'src/lib/a.test.ts': code })).toEqual([messageWith(words)])
    expect(messages({ 'src/lib/a.ts': code })).toEqual([])
  })

  it.each([
    ['a label', '<p dir="auto">Why: {reason}</p>'],
    ['a label within another element', '<p dir="auto"><b>Why: </b><i>{reason}</i></p>'],
    ['a template text', '<p dir="auto">{`Why: ${reason}`}</p>'],
    ['a label behind an isolated text', '<p dir="auto"><bdi>{name}</bdi> wrote {reason}</p>'],
  ])('an element with the direction of its text doesn’t begin with ours: %s', (_what, code) => {
    const file = 'src/server/pages/vote-note.tsx'
    expect(messages({ [file]: `export const note = ${code}` })).toEqual([messageWith('first letter')])
  })

  it('an element with the direction of its text may begin with a number, an icon or a field', () => {
    const text = '<p dir="auto"><Icon name="x" /> 1. “{reason}” by us</p>'
    const field = '<p>Why: <input dir="auto" /> <bdi>{reason}</bdi></p>'
    expect(messages({ 'src/server/pages/note.tsx': `export const notes = [${text}, ${field}]` })).toEqual([])
  })

  it.each([
    ['src/ui/a.css', 'padding-left: 1px;'],
    ['src/ui/a.css', 'left: 0;'],
    ['src/ui/a.css', 'margin: 0 -1px 0 0;'],
    ['src/ui/a.css', 'border-radius: 8px 0 0;'],
    ['src/ui/a.css', 'inset: auto max(1px, (2px + 3px)) 0 auto;'],
    ['src/ui/a.css', 'text-align: right;'],
    ['src/ui/a.css', 'translate: -100%;'],
    ['src/ui/a.tsx', 'export const a = <p className="mt-1 md:-ml-2" />'],
    ['src/ui/a.tsx', "export const a = 'py-1 text-left'"],
    ['src/ui/a.tsx', 'export const a = <p className="border-hair border-l" />'],
  ])('a side is logical: %s with %s', (path, line) => {
    const code = path.endsWith('.css') ? `.a {\n  ${line}\n}` : line
    expect(messages({ [path]: code })).toEqual([messageWith('Use a logical one')])
  })

  it('a side is logical: values that are the same on both sides are fine', () => {
    const styles = ['inset: auto 0 0', 'margin: 0 1px 2px', 'border-radius: 8px 8px 0 0', 'translate: 0 -1px']
    const fine = styles.map((style) => `  ${style};\n`)
    expect(messages({ 'src/ui/a.css': `.a {\n${fine.join('')}}` })).toEqual([])
    const code = 'export const a = <p className="ms-1 border-s rounded-1 text-large mb-1" />'
    expect(messages({ 'src/ui/a.tsx': code })).toEqual([])
  })

  it.each([
    ['cubic', String.raw`/^\s*([^();]+?)\s*\(\s*([a-z-]+)\s*(?::\s*([^()]*))?\)\s*$/iu`],
    ['a trim', String.raw`/\s*$/`],
    ['a trim at both ends', String.raw`/^-+|-+$/g`],
    ['a string without its end', String.raw`/"((?:[^"\\]|\\.)*)"(\s*:)?/g`],
    ['a class without its end', String.raw`/\[\^?\]?(?:\\.|[^\\\]])*\]|./gs`],
    ['a word between two wildcards', String.raw`/"[^"]*palette[^"]*"/g`],
    ['a lookahead', String.raw`/<script(?![^>]*src=)>/g`],
    ['built from constants', "const gap = '\\\\s*'\nexport const pattern = new RegExp(`${gap}$`)"],
  ])('a pattern takes linear time: %s', (_what, code) => {
    const declaration = code.startsWith('/') ? `export const pattern = ${code}` : code
    expect(messages({ 'src/lib/a.ts': declaration })).toEqual([messageWith('This pattern is polynomial')])
  })

  it('a pattern’s parts are constants', () => {
    const code = 'export const test = (source: string) => new RegExp(source)'
    expect(messages({ 'src/lib/a.ts': code })).toEqual([messageWith('aren’t constants')])
  })

  it.each([
    ["t('It was {state}.', { state: isShown ? 'shown' : '' })", 'is an English piece of a sentence'],
    ["new Intl.ListFormat('en').format([])", 'in one language for everybody'],
    ['count.toLocaleString()', 'in one language for everybody'],
  ])('a text is whole and in the reader’s language: %s', (code, message) => {
    const file = `import { t } from '#lib/texts.ts'\nexport const text = (isShown: boolean, count: number) => ${code}`
    expect(messages({ 'src/lib/a.ts': file })).toEqual([messageWith(message)])
  })

  it('a list in an address has a limit', () => {
    const code = "export const names = (text: string) => text.split(',')"
    expect(messages({ 'src/features/votes/contract.ts': code })).toEqual([messageWith('commaList(max')])
  })

  it('the total of a list is kept or counted up to a limit', () => {
    const code = 'export const count = sql<{ total: number }>`select\n count(*) as total from votes`'
    expect(messages({ 'src/features/votes/server/vote-queries.ts': code })).toEqual([messageWith('countUpTo')])
  })

  it('an address that somebody writes is read by one parser', () => {
    const path = 'src/features/votes/rules.ts'
    for (const code of ['new URL(text)', 'URL.parse(text, origin)', 'URL.canParse(`${text}/x`)'])
      expect(messages({ [path]: `export const read = (text: string, origin: string) => ${code}` })).toEqual([
        messageWith('parseWebAddress'),
      ])
    for (const code of [
      'new URL(location.href)',
      'new URL(`/a/${text}`, origin)',
      "new URL('./a.ts', import.meta.url)",
    ])
      expect(messages({ [path]: `export const read = (text: string, origin: string) => ${code}` })).toEqual([])
  })

  it('7: kysely is imported only in code of the server and the command line', () => {
    expect(messages({ 'src/routes/prompt.tsx': "import { sql } from 'kysely'" })).toEqual([
      messageWith('kysely can only be imported in'),
    ])
  })
})

function messages(files: Record<string, string>): string[] {
  return checkStructure(new Map(Object.entries(files))).map((violation) => violation.message)
}

const messageWith = (words: string) => expect.stringContaining(words)
