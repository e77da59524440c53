/** Writes a Markdown file: front matter with one key per line, values as JSON (which is valid YAML), then the text. */
export function toMarkdown(frontMatter: Record<string, unknown>, text: string): string {
  const lines = Object.entries(frontMatter).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return `---\n${lines.join('\n')}\n---\n${text}`
}
