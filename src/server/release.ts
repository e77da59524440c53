import packageFile from '../../package.json' with { type: 'json' }

/** The version of this program, as package.json has it. The tag in pages is another one (src/lib/app-version.ts). */
export const release = packageFile.version
