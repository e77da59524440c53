import { describe, expect, it } from 'vitest'
import { composePrompt } from './composer-rules.ts'

describe('the composer, for everyday ideas', () => {
  it.each([
    ['text to my ex asking for my books back', 'Write a text to {{recipient:my ex}} asking for my books back'],
    [
      'tell my neighbour to stop parking here',
      'Write a message to tell {{recipient:my neighbour}} to stop parking here',
    ],
    ['Text my sister that I am late', 'Write a text to {{recipient:my sister}} that I am late'],
    ['Tell Anna that we moved to Friday', 'Write a message to tell Anna that we moved to Friday'],
    ['say no to a dinner politely', 'Write a message to say no to a dinner politely'],
    ['tell parents that school is closed', 'Write a message to tell {{recipient:parents}} that school is closed'],
    ['write to my insurance', 'Write a message to {{recipient:my insurance}}'],
    ['message to my teacher', 'Write a message to {{recipient:my teacher}}'],
    ['email to my professor', 'Write an email to {{recipient:my professor}}'],
    ['Email Anna about the invoice', 'Write an email to Anna about {{topic:the invoice}}'],
    ['email invitation to my birthday', 'Write an email invitation to {{occasion:my birthday}}'],
    ['text reminder for my dentist appointment', 'Write a text reminder for my dentist appointment'],
    ['English essay on trust', 'Write an English essay on trust'],
  ])('turns “%s” into the writing task “%s”', (idea, task) => {
    const { kind, content, blanks } = composePrompt({ idea })
    expect(kind).toBe('write')
    expect(content).toContain(`# Task\n${task}\n`)
    expect(blanks.length).toBeGreaterThanOrEqual(2)
  })

  it('asks for the message if the idea is to reply to somebody', () => {
    expect(composePrompt({ idea: 'reply to my landlord' }).blanks).toContain('message')
  })

  it.each([
    'buy or rent a flat in Ghent',
    'should I quit my job',
    'is it worth buying solar panels',
    'decide between two job offers',
    'pros and cons of a dog',
  ])('treats “%s” as a decision', (idea) => {
    const { kind, content, blanks } = composePrompt({ idea })
    expect(kind).toBe('analyse')
    expect(content).toContain('a level-headed adviser')
    expect(blanks).toContain('what matters')
  })

  it.each(['poem or song for my grandma', 'Write an essay about whether to buy or rent', 'dinner or lunch menu'])(
    'doesn’t mistake “%s” for a decision',
    (idea) => {
      expect(composePrompt({ idea }).blanks).not.toContain('what matters')
    },
  )

  it.each([
    ['interview me about my childhood for a memoir', 'One question at a time', 'Interview me'],
    ['ask me ten questions about my life', 'One question at a time', 'Ask me'],
    ['interview my grandmother about the war', 'Open questions', 'Prepare questions to interview my grandmother'],
    ['podcast interview with a baker', 'Open questions', 'Prepare a podcast interview with a baker'],
    ['mock interview for a nurse position', 'structure a good answer', 'Prepare a mock interview'],
    ['interview questions for a barista', 'structure a good answer', 'Prepare interview questions for a barista'],
  ])('recognizes the kind of interview in “%s”', (idea, format, task) => {
    const { content } = composePrompt({ idea })
    expect(content).toContain(format)
    expect(content).toContain(`# Task\n${task}`)
  })

  it('doesn’t prepare an interview that has already taken place', () => {
    expect(composePrompt({ idea: 'Analyze the interviews with my customers' }).content).not.toContain('Open questions')
  })
})
