import { t } from '#lib/texts.ts'
/** The parts of a good prompt, in the usual order. */
export const promptParts = ['role', 'context', 'task', 'constraints', 'format', 'examples'] as const
export type PromptPart = (typeof promptParts)[number]

/** The name of each part, and advice on how to add it. */
export const partTexts: Record<PromptPart, { name: string; advice: string }> = {
  role: {
    name: 'Role',
    get advice() {
      return t('Say who should answer, such as “You are an experienced editor”.')
    },
  },
  context: {
    name: 'Context',
    get advice() {
      return t('Say who the answer is for and what is already known.')
    },
  },
  task: {
    name: 'Task',
    get advice() {
      return t('Begin with a verb that says what to do, such as “Write”, “List” or “Compare”.')
    },
  },
  constraints: {
    name: 'Constraints',
    get advice() {
      return t('Set limits: length, tone, what to leave out.')
    },
  },
  format: {
    get name() {
      return t('Output format')
    },
    get advice() {
      return t('Say what the answer should look like: a list, a table, JSON, an email.')
    },
  },
  examples: {
    name: 'Examples',
    get advice() {
      return t('Show one example of what you expect.')
    },
  },
}

const verbs =
  `write|draft|create|make|generate|compose|rewrite|edit|improve|summari[sz]e|translate|explain|describe|list|compare|
analy[sz]e|review|plan|design|suggest|find|give|tell|help|build|code|fix|debug|refactor|teach|answer|classify|extract|convert|
outline|prepare|research|brainstorm|evaluate|check|calculate|act|
organi[sz]e|arrange|invite|ask|decide|choose|recommend|apologi[sz]e|convince|persuade|thank|cook|bake|reply|respond|
interview(?=\\s(me|us|my|our|an?|the|him|her|them|people)\\b)`.replace(/\s+/g, '')

const patterns: Record<PromptPart, RegExp> = {
  role: /\b(you are|you're|act as|acting as|your role|as an? (expert|experienced|senior|professional))\b|^#* *role\b/imu,
  context:
    /\b(context|background|audience|for (my|our|a|an|the|people|beginners|students|customers|children)|my (company|team|product|client|customers|students|users|boss)|we (are|have|sell|run)|i (am|have|work|run))\b/iu,
  task: new RegExp(`(^|[.!?:\\n] *|please |can you |could you |to |you will |must )(${verbs})(?![\\p{L}])`, 'imu'),
  constraints:
    /\b(must|must not|do not|don't|never|avoid|only|at most|at least|no more than|maximum|minimum|without|limit|keep it|under \d+|\d+ (words|sentences|characters|lines|bullet)|tone|formal|friendly|concise)\b/iu,
  format:
    /\b(format|table|json|csv|xml|yaml|markdown|html|bullet|bulleted|numbered|list of|headings?|sections?|columns?|step[- ]by[- ]step|e-?mail|essay|poem|code block|only (reply|respond|answer) with|return|output)\b/iu,
  examples: /\b(for example|for instance|e\.g\.|such as|examples?|input:)\b/iu,
}

const englishWords = /\b(the|and|with|you|your|that|this|my|our|from|are|of|to|for|about|should|what|how|why|which)\b/i

/**
 * Tells whether a prompt seems to be in English, the only language for which there are rules. Up to three words in ASCII
 * count as English.
 */
export function seemsEnglish(prompt: string): boolean {
  const words = prompt.match(/\p{L}+/gu) ?? []
  const isShort = words.length < 4 && !/[^\p{ASCII}]/u.test(words.join(''))
  return isShort || englishWords.test(prompt) || partsOf(prompt).size > 0
}

/** Returns the parts that a prompt has. Parts are recognized by English words. */
export function partsOf(prompt: string): Set<PromptPart> {
  return new Set(promptParts.filter((part) => patterns[part].test(prompt)))
}
