import { expect, it } from 'vitest'
import { isComposing } from './is-composing.ts'

it.each([
  ['a key while text is composed', { isComposing: true, keyCode: 13 }, true],
  ['the Enter in Safari that confirms a text', { isComposing: false, keyCode: 229 }, true],
  ['any other Enter', { isComposing: false, keyCode: 13 }, false],
])('%s: %o', (_, event, expected) => expect(isComposing(event)).toBe(expected))
