import { describe, expect, it } from 'vitest'
import { convertForeignVariables } from './foreign-variable-rules.ts'

describe('the variables of other catalogues', () => {
  it('are converted if their names are valid here; code, and references such as ${env:HOME}, stay unchanged', () => {
    const text =
      '${name} ${topic:the sea} ${rest:} ${error.message} ${a + b} ${1} ${env:HOME} ${file:a.txt} ${either/or}'
    expect(convertForeignVariables(text)).toBe(
      '{{name}} {{topic:the sea}} {{rest:}} ${error.message} ${a + b} ${1} ${env:HOME} ${file:a.txt} ${either/or}',
    )
  })

  it('get valid names in a text that is shown but not stored', () => {
    const convert = (text: string) => convertForeignVariables(text, { isOnlyShown: true })
    expect(convert("${Brand's tone/style:calm} ${rest: } ${{{ours}}} ${x}")).toBe(
      '{{Brands tone style:calm}} {{rest}} {{ours}} {{x}}',
    )
    expect(convert('${error.message} ${env:HOME} ${file:a.txt} ${env}')).toBe(
      '${error.message} ${env:HOME} ${file:a.txt} {{env}}',
    )
  })
})
