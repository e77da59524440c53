/** A chat or editor in which a filled prompt can be run. */
export type RunTarget = {
  id: string
  name: string
  /** The chat's page; null for an editor, which opens only with the text. */
  home: string | null
  /** The address prefix and the maximum length of the encoded text; null when the text has to be copied. */
  takes: { before: string; max: number } | null
}

/** The length of an encoded text, in characters, that all browsers and servers accept. */
const safeLength = 1800
/** Cursor's own limit is 8,000 characters for the whole address. */
const cursorLength = 7900

/** The five chats with a button on a prompt's page. */
export const mainRunTargets: readonly (RunTarget & { letter: string; home: string })[] = [
  {
    id: 'chatgpt',
    name: 'ChatGPT',
    letter: 'O',
    home: 'https://chatgpt.com/',
    takes: { before: 'https://chatgpt.com/?q=', max: safeLength },
  },
  {
    id: 'claude',
    name: 'Claude',
    letter: 'C',
    home: 'https://claude.ai/new',
    takes: { before: 'https://claude.ai/new?q=', max: safeLength },
  },
  { id: 'gemini', name: 'Gemini', letter: 'G', home: 'https://gemini.google.com/app', takes: null },
  { id: 'deepseek', name: 'DeepSeek', letter: 'D', home: 'https://chat.deepseek.com/', takes: null },
  { id: 'llama', name: 'Llama', letter: 'L', home: 'https://www.meta.ai/', takes: null },
]

/** Other targets, behind More. */
export const moreRunTargets: readonly RunTarget[] = [
  {
    id: 'copilot',
    name: 'Microsoft Copilot',
    home: 'https://copilot.microsoft.com/',
    takes: { before: 'https://copilot.microsoft.com/?q=', max: safeLength },
  },
  {
    id: 'grok',
    name: 'Grok',
    home: 'https://grok.com/',
    takes: { before: 'https://grok.com/?q=', max: safeLength },
  },
  {
    id: 'perplexity',
    name: 'Perplexity',
    home: 'https://www.perplexity.ai/',
    takes: { before: 'https://www.perplexity.ai/search?q=', max: safeLength },
  },
  {
    id: 'mistral',
    name: 'Mistral',
    home: 'https://chat.mistral.ai/chat',
    takes: { before: 'https://chat.mistral.ai/chat?q=', max: safeLength },
  },
  {
    id: 'cursor',
    name: 'Cursor',
    home: null,
    takes: { before: 'https://cursor.com/link/prompt?text=', max: cursorLength },
  },
  {
    id: 'vscode',
    name: 'VS Code with Copilot',
    home: null,
    takes: { before: 'vscode://GitHub.Copilot-Chat/chat?prompt=', max: safeLength },
  },
]

/** The address to open, if any, and whether the text has to be copied first. */
export type RunPlan = { address: string | null; copies: boolean }

/** Puts the text into the address if the target supports it and the text is short enough; else plans a copy. */
export function planRun({ home, takes }: RunTarget, text: string): RunPlan {
  const encoded = encodeURIComponent(text.toWellFormed())
  if (takes && encoded.length <= takes.max) return { address: takes.before + encoded, copies: false }
  return { address: home, copies: true }
}
