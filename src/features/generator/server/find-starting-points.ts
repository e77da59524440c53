import { sql } from 'kysely'
import type { Prompt } from '#features/catalogue/contract.ts'
import { imageCategory } from '#features/catalogue/rules.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { rankPrompts, type SearchContext } from '#features/search/server/search-queries.ts'
import { type Db, uuidArray } from '#platform/database/db.ts'
import { canBeAdapted } from '../adaptable-text-rules.ts'
import type { GeneratorInput, StartingPoint } from '../contract.ts'
import { taskPhraseOf, withoutMaterial, withoutSizes } from '../idea-rules.ts'
import { categoriesOfKind, chooseStartingPoints } from '../starting-point-rules.ts'
import { startingPointColumns, toStartingPoint } from './starting-point-queries.ts'

/** How many of the best prompts are read. */
const readMax = 8
/** A longer text is no starting point: nobody could check what was changed in it. In characters. */
const contentMax = 8_000

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
  const task = taskPhraseOf(term)
  const whole = await rankPrompts(context, term)
  const chooseFor = async (phrase: string) =>
    chooseStartingPoints(whole, phrase === term ? whole : await rankPrompts(context, phrase))
  const forTask = await chooseFor(task)
  // A prompt may be for this size, such as a lesson of 45 minutes. Only if none is, the size doesn't count.
  const isSizeNeedless = withoutSizes(task) !== task && !forTask.some(({ fits }) => fits)
  const chosen = (isSizeNeedless ? await chooseFor(withoutSizes(task)) : forTask).slice(0, readMax)
  const prompts = await readPrompts(
    context.db,
    chosen.map(({ id }) => id),
  )
  const categories = kind && categoriesOfKind[kind]
  const isOfKind = ({ category }: ReadPrompt) =>
    categories ? categories.includes(category) : kind === undefined || category !== imageCategory
  return chosen.flatMap(({ id, fits, isClose }) => {
    const prompt = prompts.get(id)
    return prompt && isOfKind(prompt)
      ? [{ ...prompt, mayAdapt: fits && prompt.isAdaptable && canBeAdapted(prompt.content), isClose }]
      : []
  })
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
