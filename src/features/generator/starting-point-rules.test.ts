import { describe, expect, it } from 'vitest'
import { chooseStartingPoints } from './starting-point-rules.ts'

type Findings = Parameters<typeof chooseStartingPoints>[0]
const weak = { score: 1, coverage: 0.2, headCoverage: 0.2, likelihood: 0.2 }
const exact = {
  score: 10,
  coverage: 1,
  headCoverage: 1,
  likelihood: 1,
  hasTitleWord: true,
  isNear: true,
  wordsFound: 2,
}
const findings = (change: Partial<Findings>): Findings => ({ ranked: [], isGuess: true, similarities: null, ...change })
const fitting = (whole: Findings, task: Findings) =>
  chooseStartingPoints(whole, task).flatMap(({ id, fits }) => (fits ? [id] : []))

describe('starting points', () => {
  it('fit if they are for exactly the kind of text that the idea asks for, whatever its subject', () => {
    const whole = findings({ ranked: [{ id: 'photosynthesis', ...weak }], similarities: new Map() })
    const task = findings({
      ranked: [{ id: 'lesson', ...exact }],
      similarities: new Map([['lesson', 0.5]]),
      isGuess: false,
    })
    expect(fitting(whole, task)).toEqual(['lesson'])
    expect(chooseStartingPoints(whole, task).map(({ id }) => id)).toEqual(['lesson', 'photosynthesis'])
  })

  it('don’t fit if they share one word with the task but have nothing to do with the idea', () => {
    const task = findings({ ranked: [{ id: 'politics', ...exact, isNear: false, wordsFound: 1 }], isGuess: false })
    expect(fitting(findings({ similarities: new Map([['other', 0.4]]) }), task)).toEqual([])
    expect(fitting(findings({}), task)).toEqual([])
    expect(fitting(findings({ similarities: new Map([['politics', 0.35]]) }), task)).toEqual([])
    expect(fitting(findings({ similarities: new Map([['politics', 0.4]]) }), task)).toEqual(['politics'])
  })

  it('fit under another name if they come first and mean nearly the same as the idea', () => {
    const email = findings({ ranked: [{ id: 'other', ...exact, wordsFound: 1 }], isGuess: false })
    const letter = (similarity: number) =>
      findings({
        ranked: [{ id: 'letter', ...exact, coverage: 0.67 }],
        isGuess: false,
        similarities: new Map([['letter', similarity]]),
      })
    expect(fitting(letter(0.71), email)).toEqual(['letter'])
    expect(fitting(letter(0.6), email)).toEqual([])
    expect(fitting({ ...letter(0.71), isGuess: true }, email)).toEqual([])
  })

  it('fit if they have related words for the task and mean the same, or name the task in a tag', () => {
    const workout = { ...exact, coverage: 0.42, headCoverage: 0.42 }
    const apology = { ...exact, hasTitleWord: false, isNear: false, wordsFound: 1 }
    const fitAlone = (found: object, similarity: number) => {
      const similarities = new Map([['a', similarity]])
      const ranked = [{ id: 'a', ...weak, ...found }]
      return fitting(findings({ similarities }), findings({ ranked, isGuess: false })).length > 0
    }
    expect([fitAlone(workout, 0.7), fitAlone(workout, 0.6)]).toEqual([true, false])
    expect(fitAlone({ ...workout, likelihood: 0.6 }, 0.7)).toBe(false)
    expect([fitAlone(apology, 0.6), fitAlone(apology, 0.5)]).toEqual([true, false])
  })

  it('don’t fit if they are mere guesses', () => {
    const guesses = findings({ ranked: [{ id: 'a', ...weak, isNear: true }], similarities: new Map([['a', 0.6]]) })
    expect(fitting(guesses, guesses)).toEqual([])
    expect(chooseStartingPoints(guesses, guesses)).toEqual([{ id: 'a', fits: false, isClose: true }])
  })

  it('don’t fit if they share the topic, but have too little of the task in title, tags and description', () => {
    const similarities = new Map([['politics', 0.6]])
    const withShare = (headCoverage: number, coverage: number) =>
      findings({ ranked: [{ id: 'politics', ...exact, coverage, headCoverage }], similarities, isGuess: false })
    const whole = withShare(1, 1)
    expect(fitting(whole, whole)).toEqual(['politics'])
    expect(fitting(whole, withShare(0.6, 0.6))).toEqual([])
    expect(fitting(whole, withShare(0.4, 1))).toEqual([])
    expect(fitting(whole, withShare(0.55, 1)), 'the text has the rest').toEqual(['politics'])
    expect(fitting(whole, findings({ similarities }))).toEqual([])
  })

  it('name first what a search for the task finds, if none fits', () => {
    const survey = { id: 'survey', ...exact, coverage: 0.5, headCoverage: 0.5 }
    const task = findings({ ranked: [{ ...survey, id: 'chance', headCoverage: 0.1 }, survey] })
    const whole = findings({ ranked: [{ id: 'app', ...weak }], similarities: new Map([['app', 0.6]]) })
    expect(chooseStartingPoints(whole, task).flatMap(({ id, isClose }) => (isClose ? [id] : []))).toEqual([
      'survey',
      'app',
    ])
  })

  it('come in the order of how well they fit the whole idea, if several are for this kind of text', () => {
    const ranked = ['quiz', 'kanji', 'series'].map((id) => ({ id, ...exact }))
    const similarities = new Map([
      ['series', 0.5],
      ['quiz', 0.45],
    ])
    expect(fitting(findings({ similarities }), findings({ ranked, similarities, isGuess: false })).slice(0, 2)).toEqual(
      ['series', 'quiz'],
    )
  })
})
