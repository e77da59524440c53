import { parseWebAddress } from '#lib/web-address.ts'
import { codeHosts } from './rules.ts'

/**
 * The bundled marks of products (public/marks), by host and, where a host has several products, by the start of the
 * path. They are those files of @lobehub/icons-static-svg (MIT) that are named here; the marks belong to their owners.
 */
export const marks: Record<string, string> = {
  'aistudio.google.com': 'aistudio',
  'chat.mistral.ai': 'mistral-color',
  'chat.qwen.ai': 'qwen-color',
  'chatgpt.com': 'openai',
  'claude.ai': 'claude-color',
  'cline.bot': 'cline',
  'comfy.org': 'comfyui-color',
  'copilot.microsoft.com': 'copilot-color',
  'cursor.com': 'cursor',
  'deepl.com': 'deepl-color',
  'deepseek.com': 'deepseek-color',
  'elevenlabs.io': 'elevenlabs',
  'firefly.adobe.com': 'adobefirefly',
  'gemini.google.com': 'gemini-color',
  'github.com/features/copilot': 'githubcopilot',
  'github.com/openai': 'openai',
  'grok.com': 'grok',
  'huggingface.co': 'huggingface-color',
  'ideogram.ai': 'ideogram',
  'kimi.com': 'kimi-color',
  'krea.ai': 'krea',
  'lmstudio.ai': 'lmstudio',
  'lovable.dev': 'lovable-color',
  'manus.im': 'manus',
  'meta.ai': 'metaai-color',
  'midjourney.com': 'midjourney',
  'n8n.io': 'n8n-color',
  'notebooklm.google.com': 'notebooklm',
  'notion.com': 'notion',
  'novelai.net': 'novelai',
  'ollama.com': 'ollama',
  'openrouter.ai': 'openrouter-color',
  'openwebui.com': 'openwebui',
  'perplexity.ai': 'perplexity-color',
  'pika.art': 'pika',
  'poe.com': 'poe-color',
  'recraft.ai': 'recraft',
  'replicate.com': 'replicate',
  'replit.com': 'replit-color',
  'runwayml.com': 'runway',
  'suno.com': 'suno',
  'translate.google.com': 'google-color',
  'udio.com': 'udio-color',
  'v0.app': 'v0',
  'windsurf.com': 'windsurf',
  'zapier.com': 'zapier-color',
}

/** Returns the path of the bundled mark of the product at an address, or null if there is none. */
export function bundledMark(url: string): string | null {
  const address = parseWebAddress(url)
  if (!address) return null
  const host = address.hostname.replace(/^www\./, '')
  const isSame = (start: string) =>
    codeHosts.includes(host) ? `${host}${address.pathname}/`.startsWith(`${start}/`) : start === host
  const [, name] = Object.entries(marks).find(([start]) => isSame(start)) ?? []
  return name === undefined ? null : `/marks/${name}.svg`
}
