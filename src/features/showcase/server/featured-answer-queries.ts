import { sql } from 'kysely'
import { imageCategory } from '#features/catalogue/rules.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { tokenCostsOf, worstCost } from '#features/models/price-rules.ts'
import { askLimits } from '#features/models/rules.ts'
import type { Models } from '#features/models/server/create-models.ts'
import { fillableSegments } from '#features/variables/placeholder-rules.ts'
import { joinFilledParts } from '#features/variables/server/join-filled-parts.ts'
import { filledParts } from '#features/variables/variable-rules.ts'
import type { Db } from '#platform/database/db.ts'
import type { FeaturedAnswers } from '../contract.ts'
import { askableMax } from '../rules.ts'
import type { FeaturedAnswersTable } from './featured-answers.table.ts'

/** A featured prompt that a model can be asked: its text is filled in with the values of its worked example. */
export type AskablePrompt = {
  id: string
  content: string
  contentHash: Buffer
  values: Record<string, string>
  filledText: string
}

/**
 * Returns the featured prompts for language models whose blanks all have a value, from the worked example or as a
 * default, and whose filled text isn't too long. `id` limits them to one prompt.
 */
export async function readAskablePrompts(db: Db, id: string | null = null): Promise<AskablePrompt[]> {
  const { rows } = await sql<Omit<AskablePrompt, 'filledText'>>`
    select p.id, p.content, p.content_hash, coalesce(w.filled, '{}') as "values"
    from prompts p join categories c on c.id = p.category_id
    left join worked_examples w on w.prompt_id = p.id and w.content_hash = p.content_hash
    where ${isPublished} and p.featured and c.slug <> ${imageCategory} and (${id}::uuid is null or p.id = ${id}::uuid)
      and length(p.content) <= ${askLimits.promptMax}
    order by p.published_at desc, p.id desc limit ${askableMax}`.execute(db)
  return rows.flatMap((row) => {
    const filledText = fill(row)
    return filledText === null ? [] : [{ ...row, filledText }]
  })
}

/** Fills in a text. Returns null if a blank has no value, or if the result is too long for models. */
function fill({ content, values }: Pick<AskablePrompt, 'content' | 'values'>): string | null {
  const segments = fillableSegments(content)
  const hasValue = (name: string, written: string | null | undefined) => Boolean(values[name] || written)
  const isFilled = segments.every((part) => part.kind === 'text' || hasValue(part.name, part.default))
  if (!isFilled) return null
  const text = joinFilledParts(filledParts(segments, values))
  return text.length <= askLimits.promptMax ? text : null
}

type AnswerRow = Pick<FeaturedAnswersTable, 'model' | 'state' | 'failure' | 'cost' | 'comparisonId' | 'endedAt'> & {
  slug: string
  title: string
  isCurrent: boolean
}

/** Returns what an admin may ask models about the featured prompts, at what price, and what was answered so far. */
export async function readFeaturedAnswers(db: Db, models: Models): Promise<FeaturedAnswers> {
  const prompts = await readAskablePrompts(db)
  const { rows } = await sql<AnswerRow>`
    select a.model, a.state, a.failure, a.cost, a.comparison_id, a.ended_at, p.slug, p.title,
      a.content_hash = p.content_hash as is_current
    from featured_answers a join prompts p on p.id = a.prompt_id
    where ${isPublished} order by a.requested_at desc, p.published_at desc, p.id limit 500`.execute(db)
  const isAnswered = (model: string) =>
    rows.filter((row) => row.model === model && row.state === 'done' && row.isCurrent)
  const offers = models.sources().flatMap((source) =>
    source.unavailableReason !== null || source.isSuspended
      ? []
      : source.models.map((model) => ({
          id: model.id,
          credits: model.price,
          dollarsMax: source.isFree
            ? 0
            : prompts.reduce(
                (sum, { filledText }) => sum + worstCost(tokenCostsOf(model), filledText, askLimits.outputTokensMax),
                0,
              ),
          missing: Math.max(0, prompts.length - isAnswered(model.id).length),
        })),
  )
  return {
    prompts: prompts.length,
    models: offers.sort((a, b) => a.dollarsMax - b.dollarsMax),
    answers: rows.map(({ slug, title, endedAt, isCurrent: _, ...row }) => ({
      prompt: { slug, title },
      ...row,
      endedAt: endedAt?.toISOString() ?? null,
    })),
  }
}
