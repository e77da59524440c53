import { createHash } from 'node:crypto'
import { insertPrompts, type PromptDraft } from '#features/catalogue/server/insert-prompts.ts'
import { hooks } from '#server/hooks.ts'
import { siteAccountId } from '#server/platform/actor.ts'
import { type Db, inTransaction } from '#server/platform/db.ts'

/** Words of made-up prompts, the frequent ones first: each is drawn by Zipf's law, so that some words are everywhere. */
const words =
  `the you and your write answer text give list explain act question short table reader example plan code review
draft question name number report table sentence summary teacher check language topic budget meeting letter team data
customer product market story character scene test function query error server network garden kitchen travel recipe
history science physics biology chemistry music poem song lyrics film game puzzle quiz chess health sleep training
marathon doctor nurse patient lawyer contract court tax invoice loan bank credit insurance pension startup investor
pitch slide deck email newsletter headline slogan brand logo colour camera lens portrait landscape light shadow texture
fabric wood metal glass stone ocean river mountain forest desert city village bridge tunnel railway engine battery solar
wind turbine reactor sensor robot drone satellite orbit planet galaxy telescope microscope enzyme protein virus vaccine
grammar spelling dialect accent translation glossary footnote citation archive museum gallery sculpture ceramic violin
cello trumpet drum rhythm harmony melody chorus theatre opera ballet costume mask puppet circus magician riddle proverb
negotiation conflict mediation feedback interview resume salary promotion resignation onboarding checklist roadmap sprint
backlog ticket deploy rollback latency throughput cache index migration schema trigger cursor buffer thread mutex socket
proxy firewall cipher token session cookie header payload webhook container cluster shard replica quorum lease ledger`.split(
    /\s+/,
  )
const tags = [
  'writing',
  'code',
  'planning',
  'learning',
  'images',
  'music',
  'travel',
  'health',
  'money',
  'data',
  'review',
  'games',
]

/** Repeatable numbers from 0 to 1 (mulberry32), so that two runs make the same prompts. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Stores `count` varied prompts in all categories, numbered from `from`. Answers how long it took, in ms. */
export async function generatePrompts(db: Db, count: number, from = 0): Promise<number> {
  const categories = await db.selectFrom('categories').select('id').orderBy('position').execute()
  const start = performance.now()
  const batch = 500
  for (let first = from; first < from + count; first += batch) {
    const size = Math.min(batch, from + count - first)
    const drafts = Array.from({ length: size }, (_, index) => draftOf(first + index, categories))
    await inTransaction(db, (tx) => insertPrompts(tx, drafts, hooks.onPublished))
  }
  return performance.now() - start
}

function draftOf(number: number, categories: { id: string }[]): PromptDraft {
  const random = randomFrom(number + 1)
  const word = () => words[Math.floor(words.length ** random()) - 1] as string
  const phrase = (length: number) => Array.from({ length }, word).join(' ')
  const title = `${phrase(3 + Math.floor(random() * 4))} ${number}`
  const content = Array.from({ length: 4 + Math.floor(random() * 12) }, () => `${phrase(12)} {{${word()}}}.`).join('\n')
  return {
    title: title.charAt(0).toUpperCase() + title.slice(1),
    description: `${phrase(9)}.`,
    content,
    categoryId: categories[number % categories.length]?.id as string,
    userId: siteAccountId,
    credit: null,
    tags: [...new Set([tags[number % tags.length] as string, word()])],
    models: [],
    licence: 'CC0-1.0',
    language: 'en',
    forkOf: null,
    status: 'published',
    featured: number % 1000 === 0,
    importKey: createHash('sha256').update(`generated ${number}`).digest(),
    createdAt: new Date(Date.UTC(2026, 0, 1) + number * 10_000),
  }
}
