import { t } from '#lib/texts.ts'
import { parseWebAddress } from '#lib/web-address.ts'
import type { Medium } from './medium-rules.ts'

/** A chat, an editor, or a tool for images or videos, in which people run a filled-in prompt. */
export type RunTarget = {
  id: string
  name: string
  /** The target's page. Null for an editor, which can be opened only with the text. */
  home: string | null
  /**
   * The start of a link that passes the text, and the maximum length of the encoded text in it, in characters. Null if
   * the text must be copied.
   */
  textLink: { prefix: string; max: number } | null
}

/** All browsers and servers accept an encoded text of this length, in characters. */
const safeLength = 1800
/** Cursor limits the whole address to 8,000 characters. */
const cursorLength = 7900

/** A target with a button on a prompt's page. */
type MainRunTarget = RunTarget & { home: string }

/** The five chats with a button on a prompt's page. */
export const mainRunTargets: readonly MainRunTarget[] = [
  {
    id: 'chatgpt',
    name: 'ChatGPT',
    home: 'https://chatgpt.com/',
    textLink: { prefix: 'https://chatgpt.com/?prompt=', max: safeLength },
  },
  {
    id: 'claude',
    name: 'Claude',
    home: 'https://claude.ai/new',
    textLink: { prefix: 'https://claude.ai/new?q=', max: safeLength },
  },
  { id: 'gemini', name: 'Gemini', home: 'https://gemini.google.com/app', textLink: null },
  { id: 'deepseek', name: 'DeepSeek', home: 'https://chat.deepseek.com/', textLink: null },
  { id: 'llama', name: 'Llama', home: 'https://www.meta.ai/', textLink: null },
]

/** The other targets for prompts that ask for text, which are listed under “More”. */
export const moreRunTargets: readonly RunTarget[] = [
  {
    id: 'copilot',
    name: 'Microsoft Copilot',
    home: 'https://copilot.microsoft.com/',
    textLink: { prefix: 'https://copilot.microsoft.com/?q=', max: safeLength },
  },
  {
    id: 'grok',
    name: 'Grok',
    home: 'https://grok.com/',
    textLink: { prefix: 'https://grok.com/?q=', max: safeLength },
  },
  {
    id: 'perplexity',
    name: 'Perplexity',
    home: 'https://www.perplexity.ai/',
    textLink: { prefix: 'https://www.perplexity.ai/search?q=', max: safeLength },
  },
  {
    id: 'mistral',
    name: 'Mistral',
    home: 'https://chat.mistral.ai/chat',
    textLink: { prefix: 'https://chat.mistral.ai/chat?q=', max: safeLength },
  },
  {
    id: 'cursor',
    name: 'Cursor',
    home: null,
    textLink: { prefix: 'https://cursor.com/link/prompt?text=', max: cursorLength },
  },
  {
    id: 'vscode',
    name: 'VS Code with Copilot',
    home: null,
    textLink: { prefix: 'vscode://GitHub.Copilot-Chat/chat?prompt=', max: safeLength },
  },
]

/** The chats and editors, for prompts that ask for text. */
const textTargets: readonly RunTarget[] = [...mainRunTargets, ...moreRunTargets]

/** Returns the chat or editor with this id, or undefined if there is none. */
export const chatOf = (id: string) => textTargets.find((target) => target.id === id)

/**
 * Returns the chat or editor whose page is at this host or below it, or undefined if there is none. `host`: without
 * `www.`, such as `claude.ai`.
 */
export function targetAt(host: string): RunTarget | undefined {
  return textTargets.find(({ home, textLink }) => {
    const hostname = parseWebAddress(home ?? textLink?.prefix ?? '')?.hostname
    return hostname === host || hostname?.endsWith(`.${host}`)
  })
}

/** The five tools with a button on the page of a prompt for images: first the chats that make images. */
export const mainImageTargets: readonly MainRunTarget[] = [
  ...mainRunTargets.filter(({ id }) => id === 'chatgpt' || id === 'gemini'),
  { id: 'midjourney', name: 'Midjourney', home: 'https://www.midjourney.com/imagine', textLink: null },
  { id: 'ideogram', name: 'Ideogram', home: 'https://ideogram.ai/', textLink: null },
  { id: 'firefly', name: 'Firefly', home: 'https://firefly.adobe.com/', textLink: null },
]

/** The other tools for images. */
export const moreImageTargets: readonly RunTarget[] = [
  { id: 'leonardo', name: 'Leonardo', home: 'https://app.leonardo.ai/', textLink: null },
  { id: 'bing', name: 'Bing', home: 'https://www.bing.com/images/create', textLink: null },
  { id: 'recraft', name: 'Recraft', home: 'https://www.recraft.ai/', textLink: null },
  { id: 'krea', name: 'Krea', home: 'https://www.krea.ai/', textLink: null },
]

/** The five video tools with a button on the page of a prompt for a video. None of them accepts text in its address. */
export const mainVideoTargets: readonly MainRunTarget[] = [
  { id: 'veo', name: 'Veo', home: 'https://labs.google/fx/tools/flow', textLink: null },
  { id: 'runway', name: 'Runway', home: 'https://app.runwayml.com/', textLink: null },
  { id: 'kling', name: 'Kling', home: 'https://app.klingai.com/', textLink: null },
  { id: 'luma', name: 'Luma', home: 'https://dream-machine.lumalabs.ai/', textLink: null },
  { id: 'pika', name: 'Pika', home: 'https://pika.art/', textLink: null },
]

/** The other target for videos: a chat that makes them. */
export const moreVideoTargets: readonly RunTarget[] = mainRunTargets.filter(({ id }) => id === 'gemini')

/** Where people can run a prompt that asks for text, an image or a video. */
export const runTargets: Record<Medium, { main: readonly MainRunTarget[]; more: readonly RunTarget[] }> = {
  text: { main: mainRunTargets, more: moreRunTargets },
  image: { main: mainImageTargets, more: moreImageTargets },
  video: { main: mainVideoTargets, more: moreVideoTargets },
}

/** Says what a click on one of these targets does with the text. */
export function howItRuns(targets: readonly RunTarget[]): string {
  return targets.some(({ textLink }) => textLink)
    ? t('Sends your text, or copies it for you to paste')
    : t('Copies your text, then opens the tool')
}

/** Says where to paste a copied text, such as “Paste it into Midjourney’s prompt field.” */
export function whereToPaste({ id, name }: RunTarget): string {
  return chatOf(id)
    ? t('Paste it into {name}’s message field.', { name })
    : t('Paste it into {name}’s prompt field.', { name })
}

/** The address to open, if there is one, and whether the text has to be copied first. */
export type RunPlan = { address: string | null; mustCopy: boolean }

/**
 * Puts the text into the address if the target supports that and the text is short enough. Otherwise plans to copy it.
 */
export function planRun({ home, textLink }: RunTarget, text: string): RunPlan {
  const encoded = encodeURIComponent(text.toWellFormed())
  if (textLink && encoded.length <= textLink.max) return { address: textLink.prefix + encoded, mustCopy: false }
  return { address: home, mustCopy: true }
}
