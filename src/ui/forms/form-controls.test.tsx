import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CharacterCount } from './form-controls.tsx'

it.each([
  [11, '1 character too many'],
  [1_244, '1,234 characters too many'],
  [10, ''],
])('if 10 characters are allowed, a text of %i is announced as “%s”', (length, announcement) => {
  expect(renderToString(<CharacterCount length={length} max={10} />)).toContain(`role="status">${announcement}<`)
})
