/**
 * Writes a Markdown file: front matter with one key per line, whose value is in JSON (which is valid YAML), and then the
 * text.
 */
export function toMarkdown(frontMatter: Record<string, unknown>, text: string): string {
  const lines = Object.entries(frontMatter).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return `---\n${lines.join('\n')}\n---\n${text}`
}
