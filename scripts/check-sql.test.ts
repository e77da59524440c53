import { describe, expect, it } from 'vitest'
import { keyOf, type Observations } from '../test/observe-sql.ts'
import type { Kind, TypedSql } from '../test/row-types.ts'
import { checkPromises } from './check-sql.ts'

const fragments = ['select * from prompts where id = ', '']

function promising(columns: Record<string, Kind[]>): TypedSql[] {
  const row = new Map(
    Object.entries(columns).map(([name, kinds]) => [name, { kinds: new Set(kinds), generated: 'no' as const }]),
  )
  return [{ path: 'src/features/votes/server/x.ts', line: 7, name: 'list', fragments, row }]
}

const returning = (columns: Record<string, Kind[]>) => [{ [keyOf(fragments, () => null)]: columns }]

describe('the rows that SQL templates promise', () => {
  it('are kept by a statement that returns them', () => {
    const promised = promising({ id: ['string'], deletedAt: ['Date', 'null'], details: ['any'] })
    const seen = returning({ id: ['string'], deletedAt: ['null'], details: ['json'], more: ['number'] })
    expect(checkPromises(promised, seen)).toEqual({ broken: [], unseen: [] })
  })

  it.each<[string, Record<string, Kind[]>, string]>([
    [
      'a column of another name',
      { copyCount: ['number'] },
      'copies is promised, but the statement returns no such column',
    ],
    ['a number that comes as text', { copies: ['string'] }, 'copies is string, but number is promised'],
    ['a null', { copies: ['number', 'null'] }, 'copies is null, but number is promised'],
  ])('are broken by %s', (_, seen, fault) => {
    expect(checkPromises(promising({ copies: ['number'] }), returning(seen)).broken).toEqual([
      `src/features/votes/server/x.ts:7 ${fault}`,
    ])
  })

  it('are broken when one of several processes saw it', () => {
    const seen = [...returning({ copies: ['number'] }), ...returning({ copies: ['null'] })]
    expect(checkPromises(promising({ copies: ['number'] }), seen).broken).toHaveLength(1)
  })

  it('are told apart by their functions where the template is only values', () => {
    const path = 'src/features/votes/server/x.ts'
    const bare = ['', ' ']
    const [typed] = promising({ copies: ['number'] })
    const promised = ['list', 'find'].map((name) => ({ path, line: 7, row: null, ...typed, name, fragments: bare }))
    const keyIn = (name: string) => keyOf(bare, () => ({ path, name }))
    const seen = [
      { [keyIn('list')]: { copies: ['number'] }, [keyIn('find')]: { copies: ['null'] } },
    ] satisfies Observations[]
    expect(checkPromises(promised, seen)).toEqual({
      broken: [`${path}:7 copies is null, but number is promised`],
      unseen: [],
    })
  })

  it('are neither proved nor broken by a statement that no test runs', () => {
    expect(checkPromises(promising({ copies: ['number'] }), []).unseen).toEqual([
      'src/features/votes/server/x.ts:7 no test runs this statement',
    ])
  })
})
