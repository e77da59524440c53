import { sql } from 'kysely'
import type { Prompt } from '#features/catalogue/contract.ts'
import { imageCategory } from '#features/catalogue/rules.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { rankPrompts, type SearchContext } from '#features/search/server/search-queries.ts'
import { variablesOf } from '#features/variables/variable-rules.ts'
import { type Db, uuidArray } from '#platform/database/db.ts'
import { canBeAdapted } from '../adaptable-text-rules.ts'
import type { GeneratorInput, StartingPoint } from '../contract.ts'
import { tasksOf, withoutMaterial, withoutPreamble } from '../idea-rules.ts'
import { categoriesOfKind, chooseStartingPoints, verbOf } from '../starting-point-rules.ts'
import { startingPointColumns, toStartingPoint } from './starting-point-queries.ts'

/** How many prompts that each search finds are compared with the idea, and how many of the best are read. */
const comparedMax = 30
const readMax = 8
/** A longer text is no starting point: nobody could check what was changed in it. In characters. */
const contentMax = 20_000

/** A prompt of the catalogue with its text. `mayAdapt`: it fits the idea, and its license and text allow a change. */
export type FoundPrompt = StartingPoint &
  Pick<Prompt, 'content' | 'variables' | 'tags' | 'language'> & {
    category: string
    mayAdapt: boolean
    isClose: boolean
  }

/**
 * Finds the published prompts that are closest to an idea, the best first. They are read after the search, so a prompt
 * that was hidden meanwhile is left out.
 */
export async function findStartingPoints(
  context: SearchContext,
  { idea, kind }: Pick<GeneratorInput, 'idea' | 'kind'>,
): Promise<FoundPrompt[]> {
  const term = withoutMaterial(idea)
  const requested = withoutPreamble(term)
  const phrase = tasksOf(requested).join(' ')
  const searched = rankPrompts(context, term)
  const [whole, task, verb] = await Promise.all([
    searched,
    phrase === term ? searched : rankPrompts(context, phrase),
    rankPrompts(context, verbOf(requested) ?? ''),
  ])
  const inWhole = new Map(whole.ranked.map((rank) => [rank.id, rank]))
  const ids = [task, whole, verb].flatMap(({ ranked }) => ranked.slice(0, comparedMax).map(({ id }) => id))
  const names = await readNames(context.db, [...new Set(ids)])
  const similarityOf = (id: string) =>
    whole.similarities && Math.max(whole.similarities.get(id) ?? 0, task.similarities?.get(id) ?? 0)
  const found = names.map((name) => ({ ...name, similarity: similarityOf(name.id), inWhole: inWhole.get(name.id) }))
  const categories = kind && categoriesOfKind[kind]
  const isOfKind = ({ category }: Name) =>
    categories ? categories.includes(category) : kind === undefined || category !== imageCategory
  const chosen = chooseStartingPoints(term, found.filter(isOfKind)).slice(0, readMax)
  const prompts = await readPrompts(
    context.db,
    chosen.map(({ id }) => id),
  )
  return chosen.flatMap(({ id, fits, isClose }) => {
    const prompt = prompts.get(id)
    return prompt
      ? [{ ...prompt, mayAdapt: fits && prompt.isAdaptable && isOpen(prompt) && canBeAdapted(prompt.content), isClose }]
      : []
  })
}

/** A picture without a blank shows its own subject, whatever somebody adds. */
function isOpen({ category, content }: ReadPrompt): boolean {
  return category !== imageCategory || variablesOf(content).length > 0
}

type Name = { id: string; title: string; tags: string[]; category: string }

/** Reads what these prompts are called, in the order of the ids. */
async function readNames(db: Db, ids: string[]): Promise<Name[]> {
  const { rows } = await sql<Name>`
    select p.id, p.title, p.tags, c.slug as category
    from prompts p join categories c on c.id = p.category_id where p.id = any(${uuidArray(ids)})`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type ReadPrompt = Omit<FoundPrompt, 'mayAdapt' | 'isClose'> & { isAdaptable: boolean }

async function readPrompts(db: Db, ids: string[]): Promise<Map<string, ReadPrompt>> {
  const { rows } = await sql<Parameters<typeof toStartingPoint>[0] & Omit<ReadPrompt, keyof StartingPoint>>`
    select ${startingPointColumns}, p.tags, p.language, p.variables, c.slug as category, left(p.content, ${contentMax}) as content,
      p.licence <> 'all-rights-reserved' and not p.skill and p.alarms = 0 and p.hidden_characters::text = '[]'
        and char_length(p.content) <= ${contentMax} and p.content not like '---%' as is_adaptable
    from prompts p join categories c on c.id = p.category_id join users u on u.id = p.user_id
    where ${isPublished} and p.id = any(${uuidArray(ids)})`.execute(db)
  return new Map(
    rows.map(({ tags, language, variables, category, content, isAdaptable, ...row }) => [
      row.id,
      { ...toStartingPoint(row), tags, language, variables, category, content, isAdaptable },
    ]),
  )
}
