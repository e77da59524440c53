type Shape = [tag: string, attributes: Record<string, string>]

/** Returns the text of an SVG file with these icons of Lucide as symbols. Throws for a name that Lucide doesn't have. */
export async function drawIcons(names: readonly string[]): Promise<string> {
  const symbols = await Promise.all(names.map(drawSymbol))
  return `<svg xmlns="http://www.w3.org/2000/svg">
<title>Icons of the site</title>
<!-- Lucide (https://lucide.dev), ISC License, copyright Lucide Contributors. Made by scripts/make-icons.ts. -->
${symbols.join('\n')}
</svg>
`
}

async function drawSymbol(name: string): Promise<string> {
  const icon: { __iconData: { node: Shape[] } } = await import(`lucide-react/icons/${name}`)
  const shapes = icon.__iconData.node.map(([tag, { key: _, ...attributes }]) => {
    const pairs = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`)
    return `<${tag}${pairs.join('')}/>`
  })
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.join('')}</symbol>`
}
