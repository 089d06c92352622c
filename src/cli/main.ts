export async function main(argv: string[], where: { home: string; cache: string }): Promise<number> {
  console.log(argv, where);
  return 0;
}
