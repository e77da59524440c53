import { describe, expect, it } from 'vitest'
import { batchesOf, countStatuses, type FileRow, outcomesOf } from './import-batch-rules.ts'
import { transferLimits } from './rules.ts'

const rowOf = (place: string, content = 'A text.'): FileRow => ({ place, fields: { title: place, content } })
/** Returns the size of the request's body in bytes. */
const bodySizeOf = (content: string) =>
  new TextEncoder().encode(JSON.stringify({ format: 'json', content, status: 'published', preview: false })).length

describe('batches of rows', () => {
  it('have at most as many rows as a request may contain, and the place of each row', () => {
    const rows = Array.from({ length: transferLimits.rowsMax + 1 }, (_, n) => rowOf(`Line ${n}`))
    const { batches, refused } = batchesOf(rows)
    expect(batches.map(({ places }) => places.length)).toEqual([transferLimits.rowsMax, 1])
    expect(batches.flatMap(({ places }) => places)).toEqual(rows.map(({ place }) => place))
    expect(refused).toEqual([])
  })

  it.each(['x', '"', '\n', '文', '\u{1F600}'])(
    'fit into a request that the server accepts, with rows of %j',
    (character) => {
      const rows = Array.from({ length: 9 }, (_, n) => rowOf(`${n}`, character.repeat(130_000)))
      const { batches, refused } = batchesOf(rows)
      expect(batches.flatMap(({ places }) => places)).toHaveLength(9)
      expect(refused).toEqual([])
      for (const { content } of batches) {
        expect(bodySizeOf(content)).toBeLessThan(1_000_000)
        expect(content.length).toBeLessThanOrEqual(transferLimits.contentMax)
      }
    },
  )

  it('leave out rows that are too large for a request, and invalid rows', () => {
    const { batches, refused } = batchesOf([
      rowOf('big.md', 'x'.repeat(960_000)),
      { place: 'Line 3', problem: 'It isn’t valid JSON.' },
      rowOf('Line 4'),
      { place: 'deep.json', fields: { title: JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) } },
    ])
    expect(batches.map(({ places }) => places)).toEqual([['Line 4']])
    const none = { prompt: null, picture: null }
    expect(refused).toEqual([
      { place: 'big.md', title: '', state: 'refused', notes: ['It is too large to be one prompt.'], ...none },
      { place: 'Line 3', title: '', state: 'refused', notes: ['It isn’t valid JSON.'], ...none },
      { place: 'deep.json', title: '', state: 'refused', notes: ['It is nested too deeply.'], ...none },
    ])
  })
})

it('a response is converted to an outcome for each row, with the notes from reading the file', () => {
  const read = async () => new Uint8Array()
  const batch = {
    places: ['a.md', 'b.md', 'c.md', 'd.md'],
    notes: [['Line 2: “hooks” is left out.'], [], [], []],
    images: [read, read, undefined, read],
  }
  const image = { file: 'a.png', alt: 'A fox', model: '', madeOn: null }
  const details = { excerpt: 'A text.', category: 'general', blanks: ['who'], status: 'draft' as const }
  const entry = { ...details, id: 'an-id', image, notes: [] }
  const outcomes = outcomesOf(batch, {
    created: 1,
    known: 2,
    refused: [{ line: 2, title: 'B', reason: 'No.' }],
    taken: [
      { ...entry, line: 1, title: 'A', known: null, notes: ['A secret.'] },
      { ...entry, line: 3, title: 'C', known: 'draft' },
      { ...entry, line: 4, title: 'D', known: 'deleted' },
    ],
  })
  expect(outcomes.map(({ prompt }) => prompt)).toEqual([null, details, details, details])
  // Only a picture that was in the chosen file can be added, and not to a deleted prompt.
  const picture = { promptId: 'an-id', image, read }
  expect(outcomes.map((outcome) => outcome.picture)).toEqual([null, picture, null, null])
  expect(countStatuses(outcomes)).toEqual({ published: 0, pending: 0, draft: 1 })
  expect(outcomes.map(({ place, state, notes }) => [place, state, notes])).toEqual([
    ['b.md', 'refused', ['No.']],
    ['a.md', 'new', ['Line 2: “hooks” is left out.', 'A secret.']],
    ['c.md', 'known', []],
    ['d.md', 'known', [expect.stringContaining('You deleted it.')]],
  ])
})
