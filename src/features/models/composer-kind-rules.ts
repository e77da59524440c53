// This file is longer than others because it is a table with one profile for each kind of task.

import type { TaskKind } from './task-kind-rules.ts'

/** A blank. `given` matches ideas that already contain its value, and `isText` means that the value is a long text. */
export type BlankSpec = { name: string; default?: string; label: string; given?: RegExp; isText?: boolean }

/**
 * What the composer writes for a kind of task. `verb` precedes an idea that isn't a request itself, and `category` is
 * the category's slug.
 */
export type KindProfile = {
  label: string
  role: string
  verb: string
  blanks: BlankSpec[]
  steps: string[]
  constraints: string[]
  format: string
  category: string
  tags: string[]
}

const lengthPhrase = /\b\d+[ -]?(words?|sentences?|pages?|lines?|paragraphs?|bullets?|points?|minutes?|characters?)/iu
const readerPhrase =
  /\b(for|to) (my|our|a|an|the|new|young|small|busy|people|beginners|students|customers|children|kids|parents|teachers|developers|managers)\b/iu
const quotedText = /["“„«][^"”“»„«]{20,}["”“»]|\n[^\S\n]*\n|:[^\S\n]*\n/u
const languagePhrase =
  /\b(to|into|in|from \w+ to) (english|german|french|spanish|italian|portuguese|russian|chinese|japanese|korean|arabic|hindi|turkish|dutch|polish|ukrainian)\b/iu
const codeLanguage =
  /\b(python|javascript|typescript|java|c\+\+|c#|rust|go|golang|php|ruby|swift|kotlin|sql|bash|html|css|react|vue|node(\.js)?|regex|excel|powershell)(?![\p{L}\p{N}])/iu
const durationPhrase =
  /\b(\d+|one|two|three|four|five|six|seven|a|next|this)[ -]?(days?|weeks?|months?|hours?|years?)/iu

const length: BlankSpec = { name: 'length', default: 'about 300 words', label: 'Length', given: lengthPhrase }
const audience: BlankSpec = { name: 'audience', default: 'a general reader', label: 'Audience', given: readerPhrase }
const textBlank = (name: string, label: string): BlankSpec => ({ name, label, given: quotedText, isText: true })

export const kindProfiles: Record<TaskKind, KindProfile> = {
  write: {
    label: 'Writing',
    role: 'an experienced writer and editor who writes clearly and keeps to the brief',
    verb: 'Write this',
    blanks: [audience, length],
    steps: [],
    constraints: ['Don’t make up facts, figures, names or quotations. Write [missing: …] where one is needed.'],
    format: 'The finished text only, with a title where the kind of text has one.',
    category: 'writing-editing',
    tags: ['writing'],
  },
  rewrite: {
    label: 'Rewriting',
    role: 'a careful editor who improves a text without changing what it says',
    verb: 'Rework the text below',
    blanks: [textBlank('text', 'Text')],
    steps: [
      'Read the text and work out what it means.',
      'Mark what is unclear, repeated or wrong.',
      'Rewrite it sentence by sentence.',
      'Check that no fact was added or lost.',
    ],
    constraints: [
      'Keep the meaning, the facts and the names as they are.',
      'Keep the author’s voice.',
      'Where a sentence could mean two things, ask instead of guessing.',
    ],
    format: 'First the new text. Then a list of the changes that matter, each with its reason in a few words.',
    category: 'writing-editing',
    tags: ['editing'],
  },
  summarise: {
    label: 'Summary',
    role: 'an analyst who reads closely and reports only what the text says',
    verb: 'Summarize the text below',
    blanks: [textBlank('text', 'Text'), { ...length, default: 'five bullet points' }],
    steps: [
      'Find what the text is about and what it concludes.',
      'Pick the points that support the conclusion.',
      'Write them in order of importance.',
      'Compare each point with the text.',
    ],
    constraints: [
      'Say nothing that the text doesn’t say.',
      'Keep figures, names and dates exact.',
      'Point out what the text leaves open.',
    ],
    format: 'One sentence with the main message, then the points as a list.',
    category: 'productivity',
    tags: ['summary'],
  },
  translate: {
    label: 'Translation',
    role: 'a professional translator and native speaker of the target language',
    verb: 'Translate the text below',
    blanks: [textBlank('text', 'Text'), { name: 'target language', label: 'Target language', given: languagePhrase }],
    steps: [
      'Read the whole text before the first sentence.',
      'Translate the meaning and the tone, not word for word.',
      'Check names, numbers, units and idioms.',
      'Reread the translation and make it sound natural.',
    ],
    constraints: [
      'Leave nothing out and add nothing.',
      'Keep formatting, links and placeholders as they are.',
      'Where a word has no equivalent, explain it in a note.',
    ],
    format: 'The translation first; below a horizontal rule, notes on uncertain passages, if there are any.',
    category: 'multilingual-translation',
    tags: ['translation'],
  },
  code: {
    label: 'Programming',
    role: 'a senior software engineer who writes readable, tested code',
    verb: 'Write or change this code',
    blanks: [
      { name: 'language', label: 'Programming language or stack', given: codeLanguage },
      { name: 'existing code', default: 'none yet', label: 'Existing code', isText: true, given: /```|[{};]\s*\n/ },
    ],
    steps: [
      'Restate the task in one sentence and list what you assume.',
      'Name the edge cases.',
      'Write the simplest code that handles them.',
      'Write tests for them.',
      'Say what the code doesn’t do.',
    ],
    constraints: [
      'Use only functions and options that exist; say so when you aren’t sure.',
      'Check input that comes from outside, and handle errors.',
      'Add no dependency that isn’t needed.',
    ],
    format: 'Assumptions as a list, then the code in one block per file, then the tests, then how to run them.',
    category: 'programming-code',
    tags: ['coding'],
  },
  analyse: {
    label: 'Analysis',
    role: 'a critical analyst who separates facts from guesses',
    verb: 'Analyze this',
    blanks: [
      { name: 'material', label: 'Data or text to analyze', given: quotedText, isText: true },
      { name: 'decision', default: 'none in particular', label: 'Decision this is for' },
    ],
    steps: [
      'Say what the question is and what would answer it.',
      'List what the material shows.',
      'Look for other explanations.',
      'Draw conclusions and say how sure you are of each.',
    ],
    constraints: [
      'Separate what is observed from what is inferred.',
      'Show the calculation behind each figure.',
      'Say which missing facts would change the result.',
    ],
    format:
      'A conclusion of two sentences, then a table with finding, evidence and certainty (high, medium, low), then open questions.',
    category: 'analysis',
    tags: ['analysis'],
  },
  research: {
    label: 'Research',
    role: 'a thorough researcher who cites sources and points out uncertainty',
    verb: 'Look into this question',
    blanks: [
      {
        name: 'scope',
        default: 'the last five years, worldwide',
        label: 'Scope in time and place',
        given: /\b(since|from|between|in) (19|20)\d\d\b/i,
      },
    ],
    steps: [
      'Split the question into smaller ones.',
      'Collect what is known about each, from more than one side.',
      'Weigh the sources against each other.',
      'Sum up what is agreed, what is disputed and what is unknown.',
    ],
    constraints: [
      'Never invent a source, a study or a link; write “source needed” instead.',
      'Give dates with figures.',
      'Show both sides where experts disagree.',
    ],
    format: 'A short answer, then a section for each smaller question, then a list of what to check next.',
    category: 'research',
    tags: ['research'],
  },
  plan: {
    label: 'Planning',
    role: 'a practical planner who knows how long things take',
    verb: 'Make a plan',
    blanks: [
      { name: 'time available', label: 'Time available', given: durationPhrase },
      { name: 'budget', default: 'none fixed', label: 'Budget', given: /[$€£]|\b(usd|eur|euros?|dollars?|budget)\b/i },
    ],
    steps: [
      'State the goal and how I will know that I have reached it.',
      'List the steps and what has to be done before each.',
      'Put them on a timeline with some slack.',
      'Name what is likely to go wrong and what to do about it.',
    ],
    constraints: [
      'Be realistic about time.',
      'Say what you assumed.',
      'Mark the one or two steps that everything depends on.',
    ],
    format: 'A table with the date, the step, what it depends on, and when it counts as done; then risks as a list.',
    category: 'productivity',
    tags: ['planning'],
  },
  teach: {
    label: 'Teaching',
    role: 'a patient teacher who explains with examples and checks what was understood',
    verb: 'Explain this',
    blanks: [
      {
        name: 'level',
        default: 'beginner',
        label: 'Level of the learner',
        given:
          /\b(beginners?|advanced|intermediate|expert|grade|years?[- ]olds?|class \d|like i[’']?m|simply|simple (?:terms|words)|anfänger|débutant|principiante)\b|\b\d+[- ]year/i,
      },
    ],
    steps: [
      'Say in one sentence what the learner will understand at the end.',
      'Build on something that the learner already knows.',
      'Explain in small steps, each with an example.',
      'Ask a question after each step.',
      'End with an exercise and its solution.',
    ],
    constraints: [
      'Explain each new word when it first appears.',
      'Be exact: keep it simple, but never wrong.',
      'Encourage without flattering.',
    ],
    format:
      'Headings for the steps, examples set apart, and the exercise at the end with its solution below a horizontal rule.',
    category: 'education-learning',
    tags: ['learning'],
  },
  image: {
    label: 'Image',
    role: 'an art director who describes pictures precisely',
    verb: 'Describe a picture for an image model',
    blanks: [
      {
        name: 'style',
        default: 'photorealistic',
        label: 'Style',
        given:
          /\b(photo\w*|realistic|cartoon|watercolou?r|oil painting|3d|pixel art|anime|minimalist|vector|flat|sketch|vintage|aquarell)\b/i,
      },
      {
        name: 'aspect ratio',
        default: '16:9',
        label: 'Aspect ratio',
        given: /\b\d+:\d+\b|\b(square|portrait format|landscape format)\b/i,
      },
    ],
    steps: [
      'Name the subject and what it does.',
      'Name the place, the time and the light.',
      'Name the composition, the distance and the angle.',
      'Name the colors, the materials and the mood.',
      'Say what must not be in it.',
    ],
    constraints: [
      'Describe visible things, not just moods.',
      'Don’t name living artists or brands.',
      'Put the most important thing first.',
    ],
    format:
      'One paragraph of 40 to 80 words that can be given to an image model, then a line “Avoid:” with what to leave out.',
    category: 'image-generation',
    tags: ['image'],
  },
  support: {
    label: 'Customer support',
    role: 'a friendly and competent member of a support team',
    verb: 'Answer the customer',
    blanks: [
      textBlank('customer message', 'Customer’s message'),
      { name: 'what we can offer', label: 'What we can offer' },
    ],
    steps: [
      'Say in one sentence what the customer needs.',
      'Acknowledge the problem without blaming anyone.',
      'Answer every question in the message.',
      'Say what happens next and when.',
    ],
    constraints: [
      'Promise only what is offered above.',
      'No stock phrases.',
      'Ask only for what you need to know in order to help.',
    ],
    format: 'A reply that can be sent as it is, with a greeting and a closing.',
    category: 'customer-support',
    tags: ['support'],
  },
  brainstorm: {
    label: 'Ideas',
    role: 'an inventive partner who comes up with many different ideas, then judges them realistically',
    verb: 'Suggest ideas',
    blanks: [{ name: 'number', default: '10', label: 'Number of ideas', given: /\b\d+\b/ }, audience],
    steps: [
      'List the usual answers first and set them aside.',
      'Look at it from at least three angles: the user, the cost, the opposite.',
      'Write the ideas down.',
      'Judge each by effort and effect.',
    ],
    constraints: [
      'Don’t repeat an idea in different words.',
      'State each idea in one sentence, concrete enough to act on.',
    ],
    format:
      'A numbered table with the idea, why it could work, effort and effect (low, medium, high); mark the best three.',
    category: 'creative',
    tags: ['ideas'],
  },
  other: {
    label: 'Task',
    role: 'a careful expert in the subject of the task',
    verb: 'Do this',
    blanks: [],
    steps: [],
    constraints: [
      'If something important is missing, ask me first.',
      'Don’t make up facts. Say so when you aren’t sure.',
    ],
    format: 'The result first, then assumptions and open questions as a short list.',
    category: 'general',
    tags: [],
  },
}
