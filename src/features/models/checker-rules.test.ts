import { describe, expect, it } from 'vitest'
import { cpuMsOf } from '#test/cpu-time.ts'
import { checkPrompt, findProblems } from './checker-rules.ts'
import { estimateTokens } from './rules.ts'

const carefulPrompt = `You are a lawyer for tenants. My client has had mold in the bathroom since March.
Write a letter to the landlord that asks for repair within 14 days.
Do not threaten. Use at most 200 words. Format: a letter, for example with "Dear Ms Day".`

describe('the checker', () => {
  it('finds nothing to improve in a careful prompt', () => {
    expect(findProblems(carefulPrompt)).toMatchObject({ missing: [], vague: [], blanks: [], warnings: [] })
    expect(checkPrompt(carefulPrompt)).toContain('No problems found.')
  })

  it('names the parts that are missing', () => {
    expect(findProblems('Write something about dogs').missing).toEqual([
      'role',
      'context',
      'constraints',
      'format',
      'examples',
    ])
    expect(findProblems('dogs').missing).toContain('task')
  })

  it('names vague words, and says what to write instead', () => {
    const { vague } = findProblems('Write a nice and short text about some good things')
    expect(vague.map(({ word }) => word)).toEqual(['good', 'nice', 'some', 'short', 'things'])
    expect(checkPrompt('Make it short')).toContain('“short”: give a length, such as 100 words.')
  })

  it('finds each blank once, in several notations', () => {
    const { blanks } = findProblems(
      '{{name}} {{ tone : warm }} ${city} [YOUR COMPANY] <your product> {{name}} <b>x</b> [1]',
    )
    expect(blanks).toEqual(['name', 'tone', 'city', 'YOUR COMPANY', 'your product'])
  })

  it('warns about contradictions, secrets and email addresses', () => {
    expect(findProblems('Be brief, but give an in-depth overview').warnings).toHaveLength(1)
    expect(findProblems('My key is sk-abcdefghijklmnop1234').warnings).toEqual([expect.stringContaining('secret')])
    expect(findProblems('Write to jane.doe@example.org').warnings).toEqual([expect.stringContaining('email')])
  })

  it('states that it uses rules, and that its token count is an estimate', () => {
    const review = checkPrompt('Explain gravity')
    expect(review).toContain('not by a language model')
    expect(review).toMatch(/about 4 tokens \(an estimate/)
  })

  it.each(['Schreibe einen Brief an meinen Vermieter', 'Напиши письмо клиенту от {{name}}', '帮我写一封辞职信'])(
    'doesn’t look for missing parts in “%s”, which isn’t in English, and says so',
    (prompt) => {
      expect(findProblems(prompt).missing).toEqual([])
      expect(checkPrompt(prompt)).toContain('unknown, since the prompt does not seem to be in English')
    },
  )

  it('estimates more tokens per character in other scripts than in Latin script', () => {
    expect(estimateTokens('four letters make one')).toBe(6)
    expect(estimateTokens('帮我写一封信')).toBe(6)
    expect(estimateTokens('привет мир')).toBe(5)
  })

  it.each([
    ['letters and dots', 'a.'.repeat(16_000)],
    ['dots', '.'.repeat(32_000)],
    ['at signs', 'a@'.repeat(16_000)],
  ])('takes less than a second for a prompt of many %s, so that it doesn’t block other requests', (_, prompt) => {
    expect(cpuMsOf(() => checkPrompt(prompt))).toBeLessThan(1_000)
  })

  it.each(['Write to ada@example.org today', 'Mail .ada+x@mail.example.org.', '(a-b@c-d.example)'])(
    'warns about the email address in “%s”',
    (prompt) => {
      expect(findProblems(prompt).warnings.join()).toContain('email address')
    },
  )

  it.each(['Meet @ada at 5', 'ada@home', '…@example.org'])('finds no email address in “%s”', (prompt) => {
    expect(findProblems(prompt).warnings.join()).not.toContain('email address')
  })
})
