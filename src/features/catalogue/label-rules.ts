/** Short forms that stay in capitals within a name. */
const shortForms = new Set(
  'ai,api,b2b,cli,crm,css,csv,cta,cv,faq,gpt,hr,html,id,jd,json,kpi,llm,mvp,okr,pdf,pr,qa,roi,sdk,seo,sku,sql,ui,url,usp,ux'.split(
    ',',
  ),
)

/**
 * A variable's name as people read it: `paste_jd` is “Paste JD”, `companyName` is “Company name”. A name that is no
 * identifier stays as its author wrote it.
 */
export function labelOf(name: string): string {
  if (!/_|\p{Ll}\p{Lu}|\p{L}-\p{L}/u.test(name)) return name
  const words = name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .split(/[_\- ]+/)
    .filter(Boolean)
    .map((word) => (shortForms.has(word.toLowerCase()) ? word.toUpperCase() : word.toLowerCase()))
  const label = words.join(' ') || name
  return label.charAt(0).toUpperCase() + label.slice(1)
}
