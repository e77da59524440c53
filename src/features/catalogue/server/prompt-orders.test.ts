import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, it } from 'vitest'
import { sampleCard } from '#test/sample-home.ts'
import type { PromptCard } from '../contract.ts'
import { readableFirst } from '../list-order-rules.ts'
import { promptSorts } from '../rules.ts'
import { partsOf } from './prompt-orders.ts'

const compiler = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Returns the fields that decide which part of a list a prompt is in. */
function decidingFields(parts: ReturnType<typeof partsOf>): string[] {
  const conditions = parts.map(({ condition }) => condition?.('p').compile(compiler).sql ?? '')
  const columns = [...conditions.join(' ').matchAll(/\bp"?\."?(\w+)/g)].map(([, column = '']) => column)
  const filters = parts.flatMap(({ filter }) => (filter.featured === undefined ? [] : ['featured']))
  return [...new Set([...columns, ...filters])]
}

/** Returns a change to this field that puts a sample card in an earlier part of the list. */
function earlierBy(field: string): Partial<PromptCard> {
  if (field === 'rating') return { votes: { up: 9, down: 0 } }
  const value = Reflect.get(sampleCard('a'), field)
  return { [field]: typeof value === 'number' ? 9 : true }
}

const cases = promptSorts.flatMap((sort) =>
  [{}, { categoryId: 'a-category' }].flatMap((filter) =>
    decidingFields(partsOf(sort, filter)).map((field) => ({ sort, filter, field })),
  ),
)

it.each(cases)(
  'readableFirst keeps the order of the parts that depend on $field, in a list by $sort with the filter $filter',
  ({ sort, field }) => {
    const unreadable = { title: 'Some data', excerpt: '{"a": [1, 2], "b": {"c": null}}' }
    const readable = { title: 'A reminder', excerpt: 'Write a friendly reminder to a customer who has not paid yet.' }
    const cards = [
      { ...sampleCard('first'), ...unreadable, ...earlierBy(field) },
      { ...sampleCard('second'), ...readable },
    ]
    const [first] = readableFirst(sort, cards)
    expect(first?.slug, `rankOf in list-order-rules.ts must include ${field}`).toBe('first')
  },
)
