# A build program written with docs/PROTOCOL.md alone. It copies a unit's file below its greeting, and logs each build.
IFS= read -r line
echo 'wiremark 4'
[ "$line" = 'wiremark 4' ] || exit 1
built() {
  echo "progress greeting $id"
  echo "$id" >> ../built
  { echo "// $greeting"; cat "$file"; } > "$target/main.mjs" || exit 1
  echo 'placeholder main {target}/main.mjs'
  echo "built $id"
}
id=
while read -r key value; do
  case $key in
    build | go)
      [ -z "$id" ] || built
      id=$value
      ;;
    target) target=$value ;;
    file) file=$value ;;
    option) greeting=${value#greeting } ;;
  esac
  [ "$key" != go ] || break
done
echo 'done'
