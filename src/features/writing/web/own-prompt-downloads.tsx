const labels = { md: 'Markdown', json: 'JSON', skill: 'SKILL.md', prompt: 'Dotprompt' }

/**
 * Links that download one of the member's prompts, one for each file format. A prompt's page has its own copy of this
 * list, because a shared component would make that page load one more script.
 */
export function OwnPromptDownloads({ slug }: { slug: string }) {
  return Object.entries(labels).map(([format, label]) => (
    <a key={format} className="link" href={`/api/prompts/${slug}/export?format=${format}`} download>
      {label}
    </a>
  ))
}
