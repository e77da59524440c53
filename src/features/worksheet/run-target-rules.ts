/** Where a filled prompt can be run: a chat on the web, or an editor on the reader's machine. */
export type RunTarget = {
  id: string
  name: string
  /** The chat's own page; null for an editor, which opens by its address alone. */
  home: string | null
  /** How the text goes along in the address; null where it can't: it is copied then. */
  takes: { before: string; max: number } | null
}

/** Characters of an encoded text that every browser and server between lets through. */
const safeLength = 1800
/** Cursor's own limit is 8,000 characters for the whole address. */
const cursorLength = 7900

/** The five chats of the specification, each by its key on a prompt's page. */
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

/** What else takes a text, behind More. */
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

/** What running a text somewhere comes to: which address to open, if any, and whether the text must be copied first. */
export type RunPlan = { address: string | null; copies: boolean }

/** Hands the text over by the address where the target takes it and it is short enough; else it is copied. */
export function planRun({ home, takes }: RunTarget, text: string): RunPlan {
  const encoded = encodeURIComponent(text.toWellFormed())
  if (takes && encoded.length <= takes.max) return { address: takes.before + encoded, copies: false }
  return { address: home, copies: true }
}
