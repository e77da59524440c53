import { expect, it } from 'vitest'
import { imageOf, isAddress, pathsOf } from './image-rules.ts'

const title = 'A painted fox'
const named = { file: 'fox.png', alt: title, model: '', madeOn: null }

it('a row names its picture in any of the known columns, and what isn’t valid about it is left out', () => {
  for (const name of ['image', 'Image_URL', 'picture', 'mediaUrl'])
    expect(imageOf({ title, [name]: ' fox.png ' })).toEqual(named)
  expect(imageOf({ title, image: '' })).toBeNull()
  expect(imageOf({ title, picture: { ratio: '1:1' } })).toBeNull()
  expect(imageOf({ title, image: 'x'.repeat(2_001) })).toBeNull()
  const details = { imageAlt: 'A fox\nin oil', imageModel: 'Flux 2', imageDate: '2026-02-28' }
  expect(imageOf({ title, image: 'fox.png', ...details })).toEqual({
    ...named,
    alt: 'A fox in oil',
    model: 'Flux 2',
    madeOn: '2026-02-28',
  })
  const invalid = { imageAlt: 'a\0fox', imageModel: 'm'.repeat(61), imageDate: '2026-02-30' }
  expect(imageOf({ title, image: 'fox.png', ...invalid })).toEqual(named)
})

it('a path is looked for next to the file that names it, then at the top of the archive', () => {
  expect(pathsOf({ ...named, file: './b\\fox.png' }, 'a/one.md')).toEqual(['a/b/fox.png', 'b/fox.png'])
  expect(pathsOf(named, 'table.csv')).toEqual(['fox.png'])
  expect(isAddress({ ...named, file: 'HTTPS://a.example/fox.png' })).toBe(true)
  expect(isAddress({ ...named, file: 'file:///etc/passwd' })).toBe(false)
})
