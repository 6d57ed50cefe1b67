# What the fuzz targets start from, made of the tests' own descriptions: <target>_fuzz.seeds/ in
# `output`. The archives hold a few bytes in place of a library; nothing here loads it.
# In: source (the folder tests/), output.
cmake_minimum_required(VERSION 3.25)

set(descriptions ${output}/description_fuzz.seeds)
set(archives ${output}/archive_fuzz.seeds)
file(REMOVE_RECURSE ${descriptions} ${archives})
file(MAKE_DIRECTORY ${descriptions} ${archives})

file(GLOB_RECURSE files RELATIVE ${source} ${source}/fmus/*.xml ${source}/fuzz/seeds/*.xml)
foreach(file IN LISTS files)
  string(REPLACE "/" "-" name ${file})
  file(COPY_FILE ${source}/${file} ${descriptions}/${name})
endforeach()

set(projects ${output}/msim_fuzz.seeds)
file(REMOVE_RECURSE ${projects})
file(MAKE_DIRECTORY ${projects})
file(GLOB files RELATIVE ${source} ${source}/cases/*/*.msim)
foreach(file IN LISTS files)
  string(REPLACE "/" "-" name ${file})
  file(COPY_FILE ${source}/${file} ${projects}/${name})
endforeach()

# Read, and run.
file(GLOB files ${source}/equation/models/*.mo ${source}/fuzz/seeds/*.mo)
foreach(models IN ITEMS ${output}/model_fuzz.seeds ${output}/run_fuzz.seeds)
  file(REMOVE_RECURSE ${models})
  file(MAKE_DIRECTORY ${models})
  file(COPY ${files} DESTINATION ${models})
endforeach()

set(systems ${output}/project_fuzz.seeds)
file(REMOVE_RECURSE ${systems})
file(MAKE_DIRECTORY ${systems})
file(GLOB files ${source}/fuzz/seeds/*.toml)
file(COPY ${files} DESTINATION ${systems})

# Files of SSP, and packages of them: of one description, and of one inside of another.
set(texts ${output}/ssp_text_fuzz.seeds)
set(packages ${output}/ssp_fuzz.seeds)
file(REMOVE_RECURSE ${texts} ${packages})
file(MAKE_DIRECTORY ${texts} ${packages})
file(GLOB files ${source}/system/ssp/*)
file(GLOB small ${source}/fuzz/seeds/small*)
file(COPY ${files} ${small} DESTINATION ${texts})
function(pack_ssp name description)
  set(stage ${output}/seeds.stage)
  file(REMOVE_RECURSE ${stage})
  file(MAKE_DIRECTORY ${stage}/resources)
  file(COPY_FILE ${description} ${stage}/SystemStructure.ssd)
  file(COPY ${files} DESTINATION ${stage})
  file(WRITE ${stage}/a.fmu "no FMU")
  file(WRITE ${stage}/b.fmu "no FMU")
  file(COPY ${ARGN} DESTINATION ${stage})
  file(GLOB content RELATIVE ${stage} ${stage}/*)
  execute_process(COMMAND ${CMAKE_COMMAND} -E tar cf ${packages}/${name}.ssp --format=zip
      "--mtime=2000-01-01 00:00:00 UTC" -- ${content}
    WORKING_DIRECTORY ${stage} COMMAND_ERROR_IS_FATAL ANY)
  file(REMOVE_RECURSE ${stage})
endfunction()
pack_ssp(one ${source}/system/ssp/whole_1.ssd)
pack_ssp(two ${source}/system/ssp/whole_2.ssd)
pack_ssp(nested ${source}/fuzz/seeds/nested.ssd ${packages}/one.ssp)

# pack(NAME description.xml platform): description, library, resource, sources, terminals.
function(pack name description platform)
  set(stage ${output}/seeds.stage)
  file(REMOVE_RECURSE ${stage})
  file(MAKE_DIRECTORY ${stage}/resources/empty)
  file(COPY_FILE ${source}/fmus/${description} ${stage}/modelDescription.xml)
  file(WRITE ${stage}/binaries/${platform}/${name}.so "no library")
  file(WRITE ${stage}/binaries/win64/${name}.dll "no library")
  file(WRITE ${stage}/resources/table.csv "1,2\n")
  file(WRITE ${stage}/sources/${name}.c "int x;\n")
  file(COPY ${source}/fuzz/seeds/buildDescription.xml DESTINATION ${stage}/sources)
  file(COPY ${source}/fuzz/seeds/terminalsAndIcons.xml DESTINATION ${stage}/terminalsAndIcons)
  file(GLOB content RELATIVE ${stage} ${stage}/*)
  execute_process(COMMAND ${CMAKE_COMMAND} -E tar cf ${archives}/${name}.fmu --format=zip
      "--mtime=2000-01-01 00:00:00 UTC" -- ${content}
    WORKING_DIRECTORY ${stage} COMMAND_ERROR_IS_FATAL ANY)
  file(REMOVE_RECURSE ${stage})
endfunction()

pack(one models/stair_1cs.xml linux64)
pack(two decay.xml linux64)
pack(three models/dahlquist_3.xml x86_64-linux)
