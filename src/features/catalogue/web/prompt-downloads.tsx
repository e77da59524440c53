const labels = { md: 'Markdown', json: 'JSON', skill: 'SKILL.md', prompt: 'Dotprompt' }

/** Links to a prompt as a file, in each format that has one for a single prompt. */
export function PromptDownloads({ slug }: { slug: string }) {
  return Object.entries(labels).map(([format, label]) => (
    <a key={format} className="link" href={`/api/prompts/${slug}/export?format=${format}`} download>
      {label}
    </a>
  ))
}
