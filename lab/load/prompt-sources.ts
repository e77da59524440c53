import { readRows } from '#cli/read-rows.ts'
import { readRecord } from '#features/transfer/import-rules.ts'
import { zipfFrom } from '#test/random.ts'

/** What prompts are generated from: a title, sentences, tags, and the slug of a category. */
export type PromptSource = { title: string; sentences: string[]; tags: string[]; category: string | null }

/**
 * The words of generated texts, most frequent first. They are drawn by Zipf's law, so some words are in nearly every
 * text.
 */
const words =
  `the you and your write answer text give list explain act question short table reader example plan code review
draft question name number report table sentence summary teacher check language topic budget meeting letter team data
customer product market story character scene test function query error server network garden kitchen travel recipe
history science physics biology chemistry music poem song lyrics film game puzzle quiz chess health sleep training
marathon doctor nurse patient lawyer contract court tax invoice loan bank credit insurance pension startup investor
pitch slide deck email newsletter headline slogan brand logo color camera lens portrait landscape light shadow texture
fabric wood metal glass stone ocean river mountain forest desert city village bridge tunnel railway engine battery solar
wind turbine reactor sensor robot drone satellite orbit planet galaxy telescope microscope enzyme protein virus vaccine
grammar spelling dialect accent translation glossary footnote citation archive museum gallery sculpture ceramic violin
cello trumpet drum rhythm harmony melody chorus theatre opera ballet costume mask puppet circus magician riddle proverb
negotiation conflict mediation feedback interview resume salary promotion resignation onboarding checklist roadmap sprint
backlog ticket deploy rollback latency throughput cache index migration schema trigger cursor buffer thread mutex socket
proxy firewall cipher token session cookie header payload webhook container cluster shard replica quorum lease ledger`.split(
    /\s+/,
  )
const tags = 'writing code planning learning images music travel health money data review games'.split(' ')
const generatedCount = 2_000

/** Generates sources, for runs without a file. */
export function makeSources(): PromptSource[] {
  const draw = zipfFrom(1)
  const phrase = (length: number) => Array.from({ length }, () => draw(words)).join(' ')
  return Array.from({ length: generatedCount }, (_, number) => ({
    title: phrase(3 + (number % 4)),
    sentences: Array.from({ length: 4 + (number % 12) }, () => `${phrase(12)} {{${draw(words)}}}.`),
    tags: [...new Set([draw(tags), draw(words)])].filter((tag) => tag.length > 1),
    category: null,
  }))
}

/**
 * Reads the prompts of a file that `import` can read, and splits their texts into sentences. Skips invalid rows.
 * Throws StartError if the file can't be read.
 */
export async function readSources(file: string): Promise<PromptSource[]> {
  const sources: PromptSource[] = []
  for await (const row of readRows(file)) {
    const record = 'fields' in row ? readRecord(row.fields, new Map()) : null
    if (!record || 'refusal' in record) continue
    const sentences = record.content.match(/[^.!?\n]+[.!?]*/g)?.map((sentence) => sentence.trim()) ?? []
    sources.push({ title: record.title, sentences, tags: record.tags, category: record.category })
  }
  return sources
}
