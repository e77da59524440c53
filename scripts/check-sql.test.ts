import { describe, expect, it } from 'vitest'
import { type Observations, observationKey } from '../test/observe-sql.ts'
import type { Kind, TypedSql } from '../test/row-types.ts'
import { checkDeclaredRows } from './check-sql.ts'

const fragments = ['select * from prompts where id = ', '']

function typedSqlWith(columns: Record<string, Kind[]>): TypedSql[] {
  const row = new Map(
    Object.entries(columns).map(([name, kinds]) => [name, { kinds: new Set(kinds), generated: 'no' as const }]),
  )
  return [{ path: 'src/features/votes/server/x.ts', line: 7, functionName: 'list', fragments, row }]
}

const observationsOf = (columns: Record<string, Kind[]>) => [{ [observationKey(fragments, () => null)]: columns }]

describe('the rows that SQL templates declare', () => {
  it('match a statement that returns them', () => {
    const typed = typedSqlWith({ id: ['string'], deletedAt: ['Date', 'null'], details: ['any'] })
    const observed = observationsOf({ id: ['string'], deletedAt: ['null'], details: ['json'], more: ['number'] })
    expect(checkDeclaredRows(typed, observed)).toEqual({ wrong: [], untested: [] })
  })

  it.each<[string, Record<string, Kind[]>, string]>([
    [
      'a column with another name',
      { copyCount: ['number'] },
      'copies is declared, but the statement returns no such column',
    ],
    ['a number that is returned as text', { copies: ['string'] }, 'copies is string, but number is declared'],
    ['a null that isn’t declared', { copies: ['number', 'null'] }, 'copies is null, but number is declared'],
  ])('don’t match %s', (_, observed, problem) => {
    expect(checkDeclaredRows(typedSqlWith({ copies: ['number'] }), observationsOf(observed)).wrong).toEqual([
      `src/features/votes/server/x.ts:7 ${problem}`,
    ])
  })

  it('match a statement without an optional column', () => {
    const typed = typedSqlWith({ copies: ['number'] })
    for (const column of typed[0]?.row?.values() ?? []) column.optional = true
    expect(checkDeclaredRows(typed, observationsOf({})).wrong).toEqual([])
  })

  it('don’t match if one of several processes saw a mismatch', () => {
    const observed = [...observationsOf({ copies: ['number'] }), ...observationsOf({ copies: ['null'] })]
    expect(checkDeclaredRows(typedSqlWith({ copies: ['number'] }), observed).wrong).toHaveLength(1)
  })

  it('are told apart by the enclosing function if the template consists only of inserted parts', () => {
    const path = 'src/features/votes/server/x.ts'
    const fragments = ['', ' ']
    const typed = ['list', 'find'].flatMap((functionName) =>
      typedSqlWith({ copies: ['number'] }).map((sql) => ({ ...sql, path, functionName, fragments })),
    )
    const keyIn = (name: string) => observationKey(fragments, () => ({ path, name }))
    const observed = [
      { [keyIn('list')]: { copies: ['number'] }, [keyIn('find')]: { copies: ['null'] } },
    ] satisfies Observations[]
    expect(checkDeclaredRows(typed, observed)).toEqual({
      wrong: [`${path}:7 copies is null, but number is declared`],
      untested: [],
    })
  })

  it('are reported as untested if no test runs the statement', () => {
    expect(checkDeclaredRows(typedSqlWith({ copies: ['number'] }), []).untested).toEqual([
      'src/features/votes/server/x.ts:7 no test runs this statement',
    ])
  })
})
