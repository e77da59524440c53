/**
 * Writes a Markdown file. Its front matter has one key per line with values in JSON, which is valid YAML. The text
 * follows.
 */
export function toMarkdown(frontMatter: Record<string, unknown>, text: string): string {
  const lines = Object.entries(frontMatter).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return `---\n${lines.join('\n')}\n---\n${text}`
}
